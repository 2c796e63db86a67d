package report

import (
	"github.com/webhookctl/webhookctl/analyze/language"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// boxWords name one thing of a layer, where that is not the layer's own name.
var boxWords = map[profile.Layer]language.Text{
	profile.LayerRegistration: "webhook", profile.LayerSchedule: "action", profile.LayerReceipt: "request", profile.LayerQueue: "job",
	profile.LayerExecution: "run",
}

func boxNoun(l *language.Language, layer profile.Layer) string {
	if t, ok := boxWords[layer]; ok {
		return l.Say(t)
	}
	return word(l, string(layer))
}
