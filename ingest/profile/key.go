package profile

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"sync"

	"github.com/dchest/siphash"
)

// keyring is the file beside the profile: the key of the profile's marks, and where its sources lay. Both are what a
// profile that is handed on must not tell.
type keyring struct {
	file string // "" keeps all in memory

	mu    sync.Mutex
	key   []byte            // nil: there is none
	paths map[string]string // absolute path of a source by its mark in hex
	seen  fs.FileInfo       // the file as it was last read or written by us
	pool  sync.Pool         // *marker

	quick  bool // fields are marked by SipHash, under fields
	fields [2]uint64
}

// FieldDomain is that of the marks of a payload's fields. There are a hundred times as many of them as of all others, and eight bytes are
// kept of each; so they are SipHash-2-4, which is made for that, in a profile that has known no others: see quickFields.
const FieldDomain = "field"

// keyFile is the form of a keyring on disk.
type keyFile struct {
	Key   string            `json:"key"`   // 32 bytes in hex
	Paths map[string]string `json:"paths"` // by the mark of the path in hex
}

type marker struct {
	mac hash.Hash
	buf []byte
}

// Mark returns the keyed hash of a value. domain keeps values of different kinds apart. An empty value, and every value
// where the key is gone, gives the zero Mark.
func (p *Profile) Mark(domain string, value []byte) Mark { return p.keys.mark(domain, value) }

// HasKey tells whether the profile's key is there. Without it nothing can be marked, so payloads that are imported now
// cannot be compared with any other.
func (p *Profile) HasKey() bool { return p.keys.key != nil }

func (k *keyring) mark(domain string, value []byte) (m Mark) {
	if len(value) == 0 || k.key == nil {
		return m
	}
	if domain == FieldDomain && k.quick {
		binary.LittleEndian.PutUint64(m[:], siphash.Hash(k.fields[0], k.fields[1], value))
		return m
	}
	h, _ := k.pool.Get().(*marker)
	if h == nil {
		h = &marker{mac: hmac.New(sha256.New, k.key)}
	}
	h.mac.Reset()
	h.buf = append(append(h.buf[:0], domain...), 0)
	h.mac.Write(h.buf)
	h.mac.Write(value)
	h.buf = h.mac.Sum(h.buf[:0])
	copy(m[:], h.buf)
	k.pool.Put(h)
	return m
}

// fingerprint tells whether a key is a profile's own, and nothing else about it.
func (k *keyring) fingerprint() []byte {
	m := k.mark("profile", []byte("key"))
	return m[:]
}

func (k *keyring) is(fingerprint []byte) bool {
	return k.key != nil && hmac.Equal(k.fingerprint(), fingerprint)
}

// quickFields is called once the key is known, of a profile that was made when fields were marked so. One of schema 1 or 2 goes on as it
// began, since what is imported now is compared with what was.
func (k *keyring) quickFields() {
	key := k.mark("key of fields", []byte("SipHash-2-4"))
	k.fields = [2]uint64{binary.LittleEndian.Uint64(key[:]), binary.LittleEndian.Uint64(key[8:])}
	k.quick = true
}

// forget leaves the file as it is: it is the key of another profile.
func (k *keyring) forget() { k.key, k.paths = nil, nil }

// create makes a key where there is none yet.
func (k *keyring) create() error {
	if err := k.load(false); err != nil || k.key != nil {
		return err
	}
	key := make([]byte, 32)
	if _, err := rand.Read(key); err != nil {
		return err
	}
	k.key, k.paths = key, map[string]string{}
	return k.save()
}

// load reads the file; a missing one leaves the keyring without a key. lenient does the same for one that may not be read:
// who only looks at a shared profile does not need its key.
func (k *keyring) load(lenient bool) error {
	key, paths, err := k.readFile()
	if lenient && errors.Is(err, fs.ErrPermission) {
		return nil
	}
	if err != nil || key == nil {
		return err
	}
	k.key, k.paths = key, paths
	return nil
}

// readFile returns what is on disk; a missing file gives no key.
func (k *keyring) readFile() (key []byte, paths map[string]string, err error) {
	if k.file == "" {
		return nil, nil, nil
	}
	raw, seen, err := readRegular(k.file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, k.cannot("read", err)
	}
	k.seen = seen
	var f keyFile
	if err := json.Unmarshal(raw, &f); err != nil {
		return nil, nil, fmt.Errorf("%s: not a webhookctl key file; move it away: %w", k.file, err)
	}
	key, err = hex.DecodeString(f.Key)
	if err != nil || len(key) != 32 {
		return nil, nil, fmt.Errorf("%s: not a webhookctl key file: its key is not 64 hex digits; move it away", k.file)
	}
	if f.Paths == nil {
		f.Paths = map[string]string{}
	}
	return key, f.Paths, nil
}

// mostKeyFile is far more than the paths of a million sources take.
const mostKeyFile = 1 << 30

// readRegular reads a file, and refuses a pipe, which would never end.
func readRegular(path string) ([]byte, fs.FileInfo, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > mostKeyFile {
		return nil, nil, fmt.Errorf("%s: not a webhookctl key file; move it away", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	if info, err = f.Stat(); err != nil {
		return nil, nil, err
	}
	raw, err := io.ReadAll(f)
	return raw, info, err
}

// unchanged tells that nobody has written the file since we did. Each writing makes another file.
func (k *keyring) unchanged() bool {
	info, err := os.Stat(k.file)
	return err == nil && k.seen != nil && os.SameFile(info, k.seen) && info.Size() == k.seen.Size() && info.ModTime().Equal(k.seen.ModTime())
}

// unfinished is added to the name of a key file for the one that is being written. One that a killed import left behind holds the
// key, too, so the next takes the same name.
const unfinished = ".new"

// save writes the file anew beside the old one and then takes its place. Whoever calls it holds the profile's write lock.
func (k *keyring) save() error {
	if k.file == "" {
		return nil
	}
	raw, err := json.MarshalIndent(keyFile{Key: hex.EncodeToString(k.key), Paths: k.paths}, "", " ")
	if err != nil {
		return err
	}
	name := k.file + unfinished
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return k.cannot("written", err)
	}
	tmp, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return k.cannot("written", err)
	}
	_, err = tmp.Write(append(raw, '\n'))
	seen, noInfo := tmp.Stat()
	err = errors.Join(err, noInfo, tmp.Sync(), tmp.Close())
	if err == nil {
		err = os.Rename(name, k.file)
	}
	if err != nil {
		_ = os.Remove(name) // the first error is the one to tell
		return k.cannot("written", err)
	}
	k.seen = seen
	return nil
}

// cannot says of the key file what the system says, in the words of the profile.
func (k *keyring) cannot(do string, err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		err = path.Err
	case errors.As(err, &link):
		err = link.Err
	default:
		return err
	}
	return fmt.Errorf("%s: the key of the profile cannot be %s; check the rights and the space there: %w", k.file, do, err)
}

// pathMark names a path in the profile.
func (k *keyring) pathMark(path string) Mark { return k.mark("path", []byte(path)) }

func (k *keyring) pathOf(m Mark) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.paths[hex.EncodeToString(m[:])]
}

// change adds and removes paths. The caller holds the profile's write lock, so that no other process changes them too;
// what others have added since is read first.
func (k *keyring) change(add map[Mark]string, remove []Mark) error {
	if k.key == nil {
		return nil
	}
	key, paths := k.key, k.paths
	if !k.unchanged() {
		var err error
		if key, paths, err = k.readFile(); err != nil {
			return err
		}
	}
	if key != nil && !hmac.Equal(key, k.key) {
		return fmt.Errorf("%s: the key was exchanged while the profile was in use", k.file)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if key != nil {
		k.paths = paths
	}
	same := true
	for m, path := range add {
		name := hex.EncodeToString(m[:])
		same = same && k.paths[name] == path
		k.paths[name] = path
	}
	for _, m := range remove {
		name := hex.EncodeToString(m[:])
		_, had := k.paths[name]
		same = same && !had
		delete(k.paths, name)
	}
	if same && (key != nil || k.file == "") {
		return nil
	}
	return k.save()
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
