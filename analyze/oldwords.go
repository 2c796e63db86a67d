package analyze

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

func sentence(format string, args ...any) string { return fmt.Sprintf(format, args...) }

// list writes "2", "2 and 3", "2, 3 and 5".
func list(items []string) string {
	switch len(items) {
	case 0:
		return "none"
	case 1:
		return items[0]
	}
	return strings.Join(items[:len(items)-1], ", ") + " and " + items[len(items)-1]
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	if strings.HasSuffix(what, "y") {
		return strconv.Itoa(n) + " " + strings.TrimSuffix(what, "y") + "ies"
	}
	return strconv.Itoa(n) + " " + what + "s"
}

func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return strconv.Itoa(n) + " times"
}

func few(items []string, most int, what string) []string {
	if len(items) <= most {
		return items
	}
	return append(slices.Clone(items[:most]), count(len(items)-most, "more "+what))
}

func oldAt(word, value string) string {
	if value == "" {
		return ""
	}
	return word + " " + value
}
