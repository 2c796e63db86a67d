package language

// The terms of this field in German, so that all parts of the catalogue use the same:
//
//	duplicate             Duplikat              receipt               Eingang
//	boundary              Duplikationsgrenze    request               Anfrage
//	delivery              Zustellung            run                   Lauf
//	attempt               Zustellversuch        effect                Wirkung
//	registration          Registrierung         claim                 Reservierung
//	operation             Vorgang               downstream system     nachgelagertes System
//	operation key         Vorgangsschlüssel     idempotency key       Idempotenzschlüssel
//	resource, order       Ressource, Bestellung payload               Nutzdaten
//	legitimate update     legitime Aktualisierung  time-out           Zeitüberschreitung
//	undetermined          ungewiss              evidence              Beleg
//
// What is put into a sentence has no article and one form in all cases. Headers, fields, commands and codes stay as they are.

// germanTexts are the parts of the German catalogue, one for each place that speaks. Verbs keep their arguments: where German
// has another order, they are numbered ("%[2]s").
var germanTexts = []map[Text]string{germanVerdicts, germanDoubts, germanRecords, germanFindings, germanAdvice, germanReport, germanTicket, germanPage, germanHelp}

// germanNouns are the nouns that stand after a number, one and more.
var germanNouns = map[Noun][2]string{
	"answer":            {"Antwort", "Antworten"},
	"byte":              {"Byte", "Bytes"},
	"change":            {"Änderung", "Änderungen"},
	"charge":            {"Zahlung", "Zahlungen"},
	"checkout":          {"Checkout", "Checkouts"},
	"coupon":            {"Gutschein", "Gutscheine"},
	"customer":          {"Kundenkonto", "Kundenkonten"},
	"delivery":          {"Zustellung", "Zustellungen"},
	"delivery ID":       {"Zustell-ID", "Zustell-IDs"},
	"duplicate":         {"Duplikat", "Duplikate"},
	"effect":            {"Wirkung", "Wirkungen"},
	"file":              {"Datei", "Dateien"},
	"invoice":           {"Rechnung", "Rechnungen"},
	"job":               {"Job", "Jobs"},
	"later update":      {"spätere Aktualisierung", "spätere Aktualisierungen"},
	"legitimate update": {"legitime Aktualisierung", "legitime Aktualisierungen"},
	"line":              {"Zeile", "Zeilen"},
	"more duplicate":    {"weiteres Duplikat", "weitere Duplikate"},
	"more event":        {"weiteres Ereignis", "weitere Ereignisse"},
	"more field":        {"weiteres Feld", "weitere Felder"},
	"more interval":     {"weiterer Abstand", "weitere Abstände"},
	"more operation":    {"weiterer Vorgang", "weitere Vorgänge"},
	"more pair":         {"weiteres Paar", "weitere Paare"},
	"more reason":       {"weiterer Grund", "weitere Gründe"},
	"more record":       {"weiterer Datensatz", "weitere Datensätze"},
	"more update":       {"weitere Aktualisierung", "weitere Aktualisierungen"},
	"more value":        {"weiterer Wert", "weitere Werte"},
	"operation":         {"Vorgang", "Vorgänge"},
	"order":             {"Bestellung", "Bestellungen"},
	"payment":           {"Zahlung", "Zahlungen"},
	"problem":           {"Problem", "Probleme"},
	"product":           {"Produkt", "Produkte"},
	"receipt":           {"Eingang", "Eingänge"},
	"record":            {"Datensatz", "Datensätze"},
	"refund":            {"Erstattung", "Erstattungen"},
	"registration":      {"Registrierung", "Registrierungen"},
	"repeat":            {"Wiederholung", "Wiederholungen"},
	"request":           {"Anfrage", "Anfragen"},
	"resource":          {"Ressource", "Ressourcen"},
	"run":               {"Lauf", "Läufe"},
	"source":            {"Quelle", "Quellen"},
	"subscription":      {"Abonnement", "Abonnements"},
	"topic":             {"Topic", "Topics"},
	"update":            {"Aktualisierung", "Aktualisierungen"},
	"upstream":          {"Upstream", "Upstreams"},
	"webhook":           {"Webhook", "Webhooks"},
}
