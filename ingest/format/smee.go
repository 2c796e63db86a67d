package format

import "bytes"

// smeeLog is what the smee client prints: the URL that it handed a request to, and the answer's code, without a time, an ID or anything
// of the request. So it says nothing of a webhook that could be joined to another log.
var smeeLog = Format{
	Name:  "smee",
	Title: "what the smee client prints: says nothing of webhooks but that some were passed on, skipped",
	Open: func(head []byte, _ Options) Reader {
		passed := false
		if !mostLines(head, func(line []byte) bool {
			ok, is := isSmee(line)
			passed = passed || is
			return ok
		}) || !passed {
			return nil
		}
		return smeeReader{}
	},
	Samples: []Sample{
		{Text: "Forwarding https://smee.io/abcdefgh to http://127.0.0.1:3000/webhook\nConnected https://smee.io/abcdefgh\nPOST http://127.0.0.1:3000/webhook - 200\nPOST http://127.0.0.1:3000/webhook - 500\n"},
		{Text: "POST http://127.0.0.1:3000/webhook - 200\n"},
		{Text: "POST /webhooks/woo 200 73 - 2.588 ms\n", Refused: true},
		{Text: "Connected https://smee.io/abcdefgh\n", Refused: true},
	},
}

type smeeReader struct{}

func (smeeReader) Frame(data []byte, eof bool) int { return frameLines(data, eof) }

func (smeeReader) Parse(c Chunk, out *Batch) {
	eachLine(c.fromLine(), func(line []byte, no, off int64) {
		if ok, _ := isSmee(line); ok || len(bytes.TrimSpace(line)) == 0 {
			out.skip(1)
			return
		}
		out.problem(no, off, 1, "no line of the smee client: "+outline(line), "a line looks like: POST http://127.0.0.1:3000/webhook - 200; give what other programs printed in files of their own")
	})
}

// isSmee tells a line of the client; passed, one of a request that it passed on.
func isSmee(line []byte) (ok, passed bool) {
	words := bytes.Fields(withoutTerminal(line))
	switch {
	case len(words) == 4 && bytes.HasPrefix(words[1], []byte("http")) && string(words[2]) == "-" && httpCode(words[3]) != 0:
		return true, true
	case len(words) == 4 && string(words[0]) == "Forwarding", len(words) == 2 && string(words[0]) == "Connected":
		return bytes.HasPrefix(words[1], []byte("http")), false
	}
	return false, false
}
