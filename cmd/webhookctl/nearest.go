package main

import "strings"

// nearest returns the name that s was probably meant to be, or "".
func nearest(s string, names []string) string {
	best, bestDistance := "", max(min(len(s)/2, 3), 1)+1
	for _, name := range names {
		d := distance(s, name)
		if len(s) > 2 && strings.Contains(name, s) {
			d = 1
		}
		if d < bestDistance {
			best, bestDistance = name, d
		}
	}
	return best
}

// distance counts the bytes to insert, remove or replace to turn a into b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
