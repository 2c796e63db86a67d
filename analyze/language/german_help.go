package language

// germanHelp is what commands say on a terminal beside reports, and what they put into a bundle.
var germanHelp = map[Text]string{
	"No operation is in the evidence: no record shows a request, or work that one asked for.": "Die Belege enthalten keinen Vorgang: kein Eintrag zeigt eine Anfrage oder Arbeit, die eine verlangte.",
	"None of %s passes the filters.": "Nichts kommt durch die Filter; insgesamt %s.",
	"delivery accepted":              "Zustellung angenommen",
	"downstream IDs":                 "nachgelagerte IDs",
	"executions":                     "Läufe",
	"key":                            "Schlüssel",
	"layer":                          "Ebene",
	"operation succeeded":            "Vorgang gelungen",
	"origin":                         "Herkunft",
	"says":                           "Aussage",
	"state":                          "Zustand",

	`This is a bundle of webhookctl: what it found in the log files of an incident.

  report.html      the report with pictures; it opens in any browser, from
                   the file, and asks nobody for anything
  report.md        the same for a ticket
  report.json      the same for a program: every duplicate with its evidence
  sources.sha256   the SHA-256 sums of the log files that were read
  webhookctl.db    what was kept of them: identifiers, times, status codes and
                   keyed hashes; no payload, no address, no secret, and not
                   the key of the hashes
  bundle.sha256    the sums of the files above

How to verify it

1. That nothing in the bundle was changed:

     sha256sum -c bundle.sha256

2. That the logs you hold are those that were read, in their folder:

     sha256sum -c /path/to/sources.sha256

   A file that lay in an archive has its path within it; take it out first.

3. That the verdicts follow from what was kept. Where rules were given, they
   stand in the report and have to be given again:

     webhookctl --lang en --profile webhookctl.db diagnose --format json

   writes report.json, byte by byte, with the same version of webhookctl.

4. That what was kept stands in the logs. Each record in the report names its
   file and line, and

     webhookctl --lang en --profile webhookctl.db diagnose --explain D1

   shows every join of case D1. Without the key, which stays with whoever made
   this, payloads cannot be compared with new ones; what was compared stays.
`: `Dies ist ein Bündel von webhookctl: was es in den Logdateien eines Vorfalls
gefunden hat.

  report.html      der Bericht mit Bildern; er öffnet sich in jedem Browser, aus
                   der Datei, und fragt niemanden nach etwas
  report.md        dasselbe für ein Ticket
  report.json      dasselbe für ein Programm: jedes Duplikat mit seinen Belegen
  sources.sha256   die SHA-256-Summen der gelesenen Logdateien
  webhookctl.db    was davon behalten wurde: Kennungen, Zeiten, Statuscodes und
                   Hashes mit Schlüssel; keine Nutzdaten, keine Adresse, kein
                   Geheimnis, und nicht der Schlüssel der Hashes
  bundle.sha256    die Summen der Dateien darüber

So wird es geprüft

1. Dass im Bündel nichts geändert wurde:

     sha256sum -c bundle.sha256

2. Dass die vorhandenen Logs die gelesenen sind, in ihrem Ordner:

     sha256sum -c /path/to/sources.sha256

   Eine Datei aus einem Archiv steht mit ihrem Pfad darin; sie ist vorher
   auszupacken.

3. Dass die Urteile aus dem folgen, was behalten wurde. Angegebene Regeln stehen
   im Bericht und sind wieder anzugeben:

     webhookctl --lang de --profile webhookctl.db diagnose --format json

   schreibt report.json, Byte für Byte, mit derselben Version von webhookctl.

4. Dass in den Logs steht, was behalten wurde. Jeder Eintrag im Bericht nennt
   Datei und Zeile, und

     webhookctl --lang de --profile webhookctl.db diagnose --explain D1

   zeigt jede Verbindung von Fall D1. Ohne den Schlüssel, der bei dem bleibt, der
   dieses Bündel gemacht hat, sind Nutzdaten nicht mit neuen zu vergleichen; was
   verglichen wurde, bleibt.
`,
}
