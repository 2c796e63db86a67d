package main

import (
	"path/filepath"
	"slices"
	"strings"
)

// command is the diagnose command that a report tells the reader to run again: with what was to be read and how, but neither
// filters nor the form of the report.
func (o *diagnoseOptions) command(a *app) string {
	if o.again != "" {
		return o.again
	}
	words := []string{"webhookctl"}
	if a.profile != "" && len(o.paths) == 0 {
		words = append(words, "--profile", quoted(a.profile))
	}
	words = append(words, "diagnose")
	if len(o.paths) == 0 {
		return strings.Join(words, " ")
	}
	if o.as != "" {
		words = append(words, "--as", o.as)
	}
	for _, z := range o.given.zones {
		words = append(words, "--assume-tz", quoted((&zones{z}).String()))
	}
	if len(o.given.columns) > 0 {
		words = append(words, "--column", quoted(o.given.columns.String()))
	}
	return strings.Join(append(words, o.shownPaths()...), " ")
}

// longestPaths is how many characters of paths a report repeats: a shell makes hundreds of one pattern.
const longestPaths = 200

// shownPaths are the paths as a shell takes them. A report for others names no folder of this machine.
func (o *diagnoseOptions) shownPaths() []string {
	var list []string
	length := 0
	for _, path := range o.paths {
		list = append(list, quoted(path))
		length += len(path) + 1
	}
	forOthers := o.format != "text" || o.toFile()
	if length > longestPaths || forOthers && slices.ContainsFunc(o.paths, filepath.IsAbs) {
		return []string{"PATH…"}
	}
	return list
}

// quoted writes a word so that a shell takes it as it is.
func quoted(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-./=:,+@%", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
