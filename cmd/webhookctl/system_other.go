//go:build !windows

package main

import (
	"errors"
	"syscall"
)

// readerGone tells that whoever reads what we write has seen enough.
func readerGone(err error) bool { return errors.Is(err, syscall.EPIPE) }

// understandsColour tells whether a terminal takes escape sequences.
func understandsColour(uintptr) bool { return true }
