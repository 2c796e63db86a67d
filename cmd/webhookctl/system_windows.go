package main

import (
	"errors"

	"golang.org/x/sys/windows"
)

// readerGone tells that whoever reads what we write has seen enough.
func readerGone(err error) bool {
	for _, gone := range []error{windows.ERROR_BROKEN_PIPE, windows.ERROR_NO_DATA, windows.ERROR_PIPE_NOT_CONNECTED} {
		if errors.Is(err, gone) {
			return true
		}
	}
	return false
}

// understandsColour tells whether a terminal takes escape sequences. A console does so only after it is asked to.
func understandsColour(fd uintptr) bool {
	console := windows.Handle(fd)
	var mode uint32
	if err := windows.GetConsoleMode(console, &mode); err != nil {
		return false
	}
	return windows.SetConsoleMode(console, mode|windows.ENABLE_PROCESSED_OUTPUT|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}
