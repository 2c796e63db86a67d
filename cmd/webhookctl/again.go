package main

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/ingest"
)

// command is the diagnose command that a report tells the reader to run again: with what was to be read and how, but neither
// filters nor the form of the report.
func (o *diagnoseOptions) command(a *app) string {
	if o.again != "" {
		return o.again
	}
	words := []string{"webhookctl"}
	if a.profile != "" && len(o.paths) == 0 {
		words = append(words, "--profile", ingest.ShellQuote(a.profile))
	}
	words = append(words, "diagnose")
	if len(o.paths) == 0 {
		return strings.Join(words, " ")
	}
	if o.as != "" {
		words = append(words, "--as", o.as)
	}
	words = append(words, o.given.words()...)
	for _, file := range o.secrets {
		words = append(words, "--secret-file", o.shown(file))
	}
	return strings.Join(append(words, o.shownPaths()...), " ")
}

// shown is the name of one file as a shell takes it.
func (o *diagnoseOptions) shown(file string) string {
	if o.forOthers() && filepath.IsAbs(file) || telling(file) {
		return "FILE"
	}
	return ingest.ShellQuote(file)
}

// longestPaths is how many characters of paths a report repeats: a shell makes hundreds of one pattern.
const longestPaths = 200

// forOthers tells a report that goes on to somebody else, or to another program.
func (o *diagnoseOptions) forOthers() bool { return o.format != "text" || o.toFile() }

// shownPaths are the paths as a shell takes them. A report for others names no folder of this machine, and none a person.
func (o *diagnoseOptions) shownPaths() []string {
	var list []string
	length := 0
	for _, path := range o.paths {
		list = append(list, ingest.ShellQuote(path))
		length += len(path) + 1
	}
	if length > longestPaths || o.forOthers() && slices.ContainsFunc(o.paths, filepath.IsAbs) || slices.ContainsFunc(o.paths, telling) {
		return []string{"PATH…"}
	}
	return list
}
