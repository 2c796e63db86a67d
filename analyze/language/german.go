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
var germanTexts = []map[Text]string{germanVerdicts, germanDoubts, germanRecords, germanFindings, germanAdvice}

// germanNouns are the nouns that stand after a number, one and more.
var germanNouns = map[Noun][2]string{
	"change":            {"Änderung", "Änderungen"},
	"delivery":          {"Zustellung", "Zustellungen"},
	"delivery ID":       {"Zustell-ID", "Zustell-IDs"},
	"duplicate":         {"Duplikat", "Duplikate"},
	"effect":            {"Wirkung", "Wirkungen"},
	"later update":      {"spätere Aktualisierung", "spätere Aktualisierungen"},
	"legitimate update": {"legitime Aktualisierung", "legitime Aktualisierungen"},
	"more duplicate":    {"weiteres Duplikat", "weitere Duplikate"},
	"more field":        {"weiteres Feld", "weitere Felder"},
	"more interval":     {"weiterer Abstand", "weitere Abstände"},
	"more operation":    {"weiterer Vorgang", "weitere Vorgänge"},
	"more pair":         {"weiteres Paar", "weitere Paare"},
	"more reason":       {"weiterer Grund", "weitere Gründe"},
	"more record":       {"weiterer Datensatz", "weitere Datensätze"},
	"more update":       {"weitere Aktualisierung", "weitere Aktualisierungen"},
	"more value":        {"weiterer Wert", "weitere Werte"},
	"operation":         {"Vorgang", "Vorgänge"},
	"record":            {"Datensatz", "Datensätze"},
	"repeat":            {"Wiederholung", "Wiederholungen"},
	"request":           {"Anfrage", "Anfragen"},
	"topic":             {"Topic", "Topics"},
	"update":            {"Aktualisierung", "Aktualisierungen"},
	"upstream":          {"Upstream", "Upstreams"},
	"webhook":           {"Webhook", "Webhooks"},
}
