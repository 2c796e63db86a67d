package main

import "golang.org/x/sys/unix"

// machineMemory is how much the machine has; 0: not known.
func machineMemory() uint64 {
	n, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return n
}
