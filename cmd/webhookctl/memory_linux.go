package main

import (
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// machineMemory is how much the machine has, or the container that the program runs in; 0: not known.
func machineMemory() uint64 {
	var info unix.Sysinfo_t
	if err := unix.Sysinfo(&info); err != nil {
		return 0
	}
	total := uint64(info.Totalram) * uint64(info.Unit)
	if text, err := os.ReadFile("/sys/fs/cgroup/memory.max"); err == nil {
		if most, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64); err == nil {
			total = min(total, most)
		}
	}
	return total
}
