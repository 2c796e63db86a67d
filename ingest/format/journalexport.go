package format

import (
	"bytes"
	"encoding/binary"
)

// exportSize returns the length of the entry of journalctl -o export that data begins with: lines of NAME=value, or NAME, a length in
// eight bytes and as many of value, up to an empty line. One whose length is wrong goes up to the next that begins.
func exportSize(data []byte, eof bool) int {
	end, broken := exportFields(data, func(_, _ []byte) {})
	switch {
	case end > 0:
		return end
	case !eof && !broken:
		return 0
	}
	if i := bytes.Index(data, []byte("\n__CURSOR=")); i >= 0 {
		return i + 1
	}
	if !eof {
		return 0
	}
	return len(data)
}

// exportFields calls f for each field of an entry and returns where it ends, or 0 if its end is not there. broken tells that a value is
// not as long as it says.
func exportFields(data []byte, f func(name, value []byte)) (end int, broken bool) {
	for at := 0; at < len(data); {
		i := bytes.IndexByte(data[at:], '\n')
		if i < 0 {
			return 0, false
		}
		line := trimCR(data[at : at+i])
		at += i + 1
		if len(line) == 0 {
			return at, false
		}
		if name, value, ok := bytes.Cut(line, []byte{'='}); ok {
			f(name, value)
			continue
		}
		if len(data) < at+8 {
			return 0, false
		}
		n := binary.LittleEndian.Uint64(data[at:])
		if at += 8; n >= uint64(len(data)-at) {
			return 0, false
		}
		if data[at+int(n)] != '\n' {
			return 0, true
		}
		f(line, data[at:at+int(n)])
		at += int(n) + 1
	}
	return 0, false
}

// splitExport takes an entry of journalctl -o export apart.
func splitExport(entry []byte, w *wrapped) bool {
	if !bytes.HasPrefix(entry, []byte("__CURSOR=")) {
		return false
	}
	keys := map[string][]byte{}
	end, _ := exportFields(append(bytes.Clone(entry), "\n\n"...), func(name, value []byte) { keys[string(name)] = value })
	if end == 0 || keys["__REALTIME_TIMESTAMP"] == nil {
		return false
	}
	w.stamp = keys["__REALTIME_TIMESTAMP"]
	w.journal(keys)
	w.text = keys["MESSAGE"]
	return true
}
