//go:build !linux && !darwin

package main

// machineMemory is how much the machine has; 0: not known.
func machineMemory() uint64 { return 0 }
