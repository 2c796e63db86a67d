package main

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/webhookctl/webhookctl/ingest"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// secretFiles is a flag that takes the names of files with secrets, and may be given again. A secret itself is never a flag's value:
// other users of the machine can read command lines, and shells remember them.
type secretFiles []string

func (s *secretFiles) Type() string   { return "FILE" }
func (s *secretFiles) String() string { return strings.Join(*s, ",") }

func (s *secretFiles) Set(name string) error {
	if name == "" {
		return usage("the name of a file is due").hint("write one secret on each line of it; - reads standard input")
	}
	*s = append(*s, name)
	return nil
}

func secretsFlag(cmd *cobra.Command, s *secretFiles) {
	cmd.Flags().Var(s, "secret-file", "check signatures with the secrets in it, one a line; - reads stdin")
}

// Limits of what is read of secrets: a file beyond them is another file.
const (
	mostSecrets     = 1000
	mostSecretBytes = 4096
	mostSecretFile  = 1 << 20
)

// secrets are what was read, each once, in the order of the files and their lines. No error, and nothing that is printed, holds one.
type secrets []string

func (s *secrets) add(one string) {
	if !slices.Contains(*s, one) {
		*s = append(*s, one)
	}
}

// read reads the secrets of all files. paths are what else is read.
func (s secretFiles) read(a *app, paths []string) (secrets, error) {
	var all secrets
	for i, name := range s {
		text, err := a.secretText(name, paths)
		var path *fs.PathError
		if errors.As(err, &path) {
			// Not its name: who takes the flag for one that takes a secret, must not find that in an error.
			err = failure(fmt.Sprintf("--secret-file: file %d cannot be read: %v", i+1, path.Err), "name a file that holds the secrets; a secret itself is not to be given")
		}
		if err != nil {
			return nil, err
		}
		before := len(all)
		if err := all.lines(name, text); err != nil {
			return nil, err
		}
		if len(all) == before && len(all) == 0 {
			return nil, failure(name+": holds no secret", "write one on each line; what begins with # and a blank is a comment")
		}
	}
	if len(all) > mostSecrets {
		return nil, failure(fmt.Sprintf("these are %d secrets, and at most %d are tried", len(all), mostSecrets), "leave out those of other endpoints")
	}
	return all, nil
}

// secretText reads a file whole.
func (a *app) secretText(name string, paths []string) ([]byte, error) {
	from := a.in
	if name == "-" {
		if slices.Contains(paths, "-") {
			return nil, usage("both the secrets and a log are to be read from standard input").hint("put the secrets into a file")
		}
	} else {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		from = f
	}
	text, err := io.ReadAll(io.LimitReader(from, mostSecretFile+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) > mostSecretFile, bytes.IndexByte(text, 0) >= 0:
		return nil, failure(name+": is no list of secrets", "write one on each line, as text in UTF-8")
	}
	return bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")), nil
}

// lines takes the secrets of a text. A secret may begin with #, so a comment has a blank behind it.
func (s *secrets) lines(name string, text []byte) error {
	no := 0
	for line := range bytes.Lines(text) {
		no++
		line = bytes.TrimRight(line, "\r\n")
		trimmed := bytes.TrimSpace(line)
		switch {
		case len(trimmed) == 0, string(trimmed) == "#", bytes.HasPrefix(trimmed, []byte("# ")), bytes.HasPrefix(trimmed, []byte("#\t")):
		case len(line) > mostSecretBytes:
			return failure(name+":"+strconv.Itoa(no)+": is longer than any secret", "write one secret on each line")
		default:
			s.add(string(line))
		}
	}
	return nil
}

// askSecrets asks for secrets on a terminal, without showing them, until an empty line.
func (a *app) askSecrets(ctx context.Context) (secrets, error) {
	var all secrets
	for len(all) < mostSecrets {
		prompt := "Secret 1 (it is not shown): "
		if len(all) > 0 {
			prompt = fmt.Sprintf("Secret %d, or Enter to begin: ", len(all)+1)
		}
		one, err := a.ask(ctx, prompt)
		switch {
		case err != nil:
			return nil, err
		case strings.TrimSpace(one) != "":
			all.add(one)
			continue
		case len(all) == 0:
			return nil, failure("no secret was given, so nothing can be checked")
		}
		break
	}
	return all, nil
}

// numbered names the registrations that secrets tell by the secrets' numbers, where no profile keeps them.
func (s secrets) numbered() []ingest.Secret {
	list := make([]ingest.Secret, len(s))
	for i, one := range s {
		list[i] = ingest.Secret{Value: one, Registration: "secret:" + strconv.Itoa(i+1)}
	}
	return list
}

// fingerprints names them by a keyed hash, which is the same in each import into the profile and tells nothing to whoever has not
// its key.
func (s secrets) fingerprints(p *profile.Profile) []ingest.Secret {
	list := make([]ingest.Secret, len(s))
	for i, one := range s {
		mark := p.Mark("secret", []byte(strings.TrimSpace(one)))
		list[i] = ingest.Secret{Value: one, Registration: "secret:" + hex.EncodeToString(mark[:4])}
	}
	return list
}
