package format

import (
	"fmt"
	"strings"
)

// apacheFormat reads a LogFormat. Source of the directives: httpd.apache.org/docs/2.4/mod/mod_log_config.html. %t is when the request
// began, unless it says end:.
func apacheFormat(text string) (*serverFormat, error) {
	f := &serverFormat{}
	f.decode = unescapeAccess
	for text != "" {
		i := strings.IndexByte(text, '%')
		if i < 0 {
			i = len(text)
		}
		f.parts = appendText(f.parts, text[:i])
		if text = text[i:]; text == "" {
			break
		}
		if strings.HasPrefix(text, "%%") {
			f.parts, text = appendText(f.parts, "%"), text[2:]
			continue
		}
		d, n := apacheDirective(text)
		if n == 0 {
			return nil, fmt.Errorf("%q begins no directive of Apache's", shown([]byte(text)))
		}
		if err := f.apache(d); err != nil {
			return nil, err
		}
		text = text[n:]
	}
	return f, nil
}

// directive is one of Apache's: %!200,304{Referer}>i has the name i, the argument Referer and is of the final request.
type directive struct {
	shown, argument, name string
	original              bool // %<s: of the request before internal redirects
}

func hasApacheDirective(text string) bool {
	for i := range len(text) {
		if text[i] == '%' {
			if _, n := apacheDirective(text[i:]); n > 0 {
				return true
			}
		}
	}
	return false
}

// apacheDirective returns the directive that text begins with, and its length, or 0.
func apacheDirective(text string) (d directive, n int) {
	n = 1
	for n < len(text) {
		switch c := text[n]; {
		case c == '{':
			end := strings.IndexByte(text[n:], '}')
			if end < 0 {
				return d, 0
			}
			d.argument = text[n+1 : n+end]
			n += end + 1
		case c == '<':
			d.original = true
			n++
		case c == '>' || c == '!' || c == ',' || '0' <= c && c <= '9':
			n++
		case c == '^' && n+2 < len(text): // ^ti, ^to: trailers
			d.name, n = text[n:n+3], n+3
			d.shown = text[:n]
			return d, n
		case 'a' <= c|0x20 && c|0x20 <= 'z':
			n++
			d.shown, d.name = text[:n], string(c)
			return d, n
		default:
			return d, 0
		}
	}
	return d, 0
}

// apache adds the parts of a directive.
func (f *serverFormat) apache(d directive) error {
	p := part{shown: d.shown, stops: &quoteStops}
	switch d.name {
	case "t":
		return f.apacheTime(d)
	case "r":
		p.key = "request"
	case "m":
		p.key, p.stops = "request_method", &wordStops
	case "U":
		p.key, p.stops = "uri", &pathStops
	case "q":
		p.key, p.stops = "query", &wordStops
	case "s":
		p = part{shown: d.shown, key: "status_code", size: digitSize(3, 3)}
		if !strings.Contains(d.shown, ">") { // %s is that before an internal redirect
			p.key = "status"
		}
	case "D":
		p = part{shown: d.shown, key: "duration_us", size: digitSize(1, 18)}
	case "T":
		unit, ok := map[string]string{"": "request_time", "s": "request_time", "ms": "duration_ms", "us": "duration_us"}[d.argument]
		if !ok {
			return fmt.Errorf("%s is none of %%T, %%{s}T, %%{ms}T, %%{us}T", d.shown)
		}
		p = part{shown: d.shown, key: unit, size: digitSize(1, 18)}
	case "i":
		p.key = "http_" + d.argument
	case "e", "n":
		switch normal(d.argument) {
		case "uniqueid": // made here, and in nobody else's log: what the request itself was sent counts more
			p.key, p.stops = "rid", &wordStops
		default:
			p.key = d.argument
		}
	case "L":
		p.stops = &wordStops
	case "v", "V":
		p.key, p.stops = "server_name", &hostStops
	case "h", "a", "A", "b", "B", "f", "H", "I", "k", "O", "p", "P", "R", "S", "X", "l":
		p.stops = &wordStops
	case "u", "o", "C", "^ti", "^to":
	default:
		return fmt.Errorf("%s is no directive of Apache's", d.shown)
	}
	f.parts = append(f.parts, p)
	return nil
}

// apacheTime adds the time, which may be given in pieces.
func (f *serverFormat) apacheTime(d directive) error {
	format, end := strings.CutPrefix(d.argument, "end:")
	format = strings.TrimPrefix(format, "begin:")
	f.ends = f.ends || end
	piece := part{shown: d.shown}
	switch format {
	case "":
		f.parts = appendText(f.parts, "[")
		f.parts = append(f.parts, part{shown: d.shown, key: "time_local", size: clfSize})
		f.parts = appendText(f.parts, "]")
		return nil
	case "sec", "msec", "usec":
		piece.clock, piece.size = 's', digitSize(9, 19)
	case "msec_frac":
		piece.clock, piece.size = 'f', exactly(3)
	case "usec_frac":
		piece.clock, piece.size = 'f', exactly(6)
	default:
		parts, bad := strftimeParts(f.parts, format)
		if bad != "" {
			return fmt.Errorf("%s in %s is not read: a time is read from %%Y %%m %%d %%b %%e %%H %%M %%S %%z %%F %%T %%s", bad, d.shown)
		}
		f.parts = parts
		return nil
	}
	f.parts = append(f.parts, piece)
	return nil
}
