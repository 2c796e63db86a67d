package format

import "bytes"

// appLog is what loggers write that put the time first. They differ in what stands between it and the message, which stampedHead knows,
// and in how they print objects, which textParser does.
var appLog = Format{
	Name:    "app-log",
	Title:   "application log whose lines begin with a time: Python logging, loguru, structlog, Spring Boot, Logback, log4js, winston, zap, zerolog, Go log, gin, chi, …",
	Open:    openLines("app-log"),
	Samples: appLogSamples,
}

// isStamped tells a line that begins with a time and is of no format that reads more out of it.
func isStamped(line []byte) bool {
	if len(line) < len("08:32:27") {
		return false
	}
	var buf [64]byte
	if h, ok := stampedHead(buf[:0], line); !ok || bytes.HasPrefix(line[h.size:], []byte("heroku[")) {
		return false
	}
	_, listen := splitListen(line)
	return !listen && !isNginxError(line)
}

// levelLog is what is left of such a log where its writer was not told to write the time.
var levelLog = Format{
	Name:    "level-log",
	Title:   "application log whose lines begin with a level and have no time: Python logging's default, uvicorn, winston simple",
	Open:    openLines("level-log"),
	Samples: levelLogSamples,
}

func isLevelled(line []byte) bool {
	_, ok := levelHead(line)
	return ok
}

// requestLog is what web frameworks print of each request they answered.
var requestLog = Format{
	Name:    "request-log",
	Title:   "requests as a web framework prints them: morgan dev, tiny and short, koa-logger, Werkzeug",
	Open:    openLines("request-log"),
	Samples: requestLogSamples,
}

// requestHead knows a line that begins with a request. Werkzeug writes the time between the client and the request.
func requestHead(dst, line []byte) (h textHead, ok bool) {
	blanks := blankLen(line)
	q, ok := requestIn(line[blanks:], false)
	koa := bytes.HasPrefix(line[blanks:], []byte("<-- ")) || bytes.HasPrefix(line[blanks:], []byte("--> "))
	if !ok || q.code == nil && !koa || blanks > 0 && !koa {
		return h, false
	}
	h.size = blanks
	h.stamp.text = requestStamp(line)
	return h, true
}

func isRequestLog(line []byte) bool {
	_, ok := requestHead(nil, line)
	return ok
}

// mixedLog is a log into which several writers write: an application and the server that runs it.
var mixedLog = Format{
	Name:  "mixed-log",
	Title: "log in which lines of several of these formats stand: nginx-json, apache-json, json-lines, aws-alb, apache-forensic, hookdeck-listen, stripe-listen, caddy-console, artisan-queue, nginx-error-log, monolog, php-error-log, logfmt, uwsgi, access-log, haproxy, app-log, request-log, level-log",
	Open: func(head []byte, opt Options) Reader {
		if found := formatsIn(head, opt); len(found) > 1 {
			return newMixed(found, opt)
		}
		return nil
	},
	Samples: mixedLogSamples,
}
