package format

import (
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// A receiver names what it made in its own words: "pick created" with pick_id, "entry saved" with entry_id. The survey of names has
// only the usual ones, so where a line says that a thing was made, an ID that is called the thing's is the downstream ID.

// madeMeaning is the meaning of such an ID.
var madeMeaning = meaning{field: fieldDownstreamID}

// madeWordsOf are the words with which a line says that something was made.
var madeWordsOf = strings.Split(madeWords+"|added|sent|opened|posted|filed|triggered|written|submitted|granted|provisioned|charged|"+
	"refunded|dispatched|deployed|queued|uploaded|published|confirmed|scheduled|started|fired|restored|activated|placed", "|")

// surelyMade are those that speak of an account and mean an entry in it, so that a lone ID of something is that of what was made:
// "account debited", with a deduction_id.
var surelyMade = strings.Fields("credited debited charged refunded granted")

// nameMade takes the ID of what a line says was made, and returns the line's word with it. Under a step that is called a result,
// a lone ID of something needs no more words.
func (r *recordReader) nameMade(o *profile.Observation, w word) word {
	if w == wordNone && r.by(fieldDownstreamID).name == "downstreamid" && !strings.Contains(r.message(), "?") {
		return wordMade // whoever logs the downstream ID by that name has it from downstream
	}
	if w == wordNone && r.newThing(o) {
		return wordMade
	}
	if len(r.named) == 0 || r.has(fieldDownstreamID) && !weakDownstream(r.by(fieldDownstreamID).name) {
		return w
	}
	switch w {
	case wordNone, wordMade, profile.EventResult, profile.EventDone, profile.EventEffect:
	default:
		return w
	}
	words := strings.FieldsFunc(strings.ToLower(r.message()+" "+r.text(fieldEvent)), func(c rune) bool { return c < '0' || c > '9' && c < 'a' || c > 'z' })
	made := slices.ContainsFunc(words, func(s string) bool { return slices.Contains(madeWordsOf, s) })
	surely := r.has(fieldRequestID) && slices.ContainsFunc(words, func(s string) bool { return slices.Contains(surelyMade, s) })
	for _, id := range r.named {
		lone := len(r.named) == 1 && !r.has(fieldDownstreamID) && len(id.of) > 3 && (w == profile.EventResult || made && r.has(fieldOperationKey) || surely && ownID(id.of+"id"))
		if !(made && speaksOf(words, id.of)) && !doneTo(words, id.of) && !lone {
			continue
		}
		r.values[fieldDownstreamID] = found{id.value, &madeMeaning}
		o.DownstreamID = r.text(fieldDownstreamID)
		if w == wordNone {
			return wordMade
		}
		return w
	}
	return w
}

// newThing takes the ID of an order, account or subscription that a line says was made, where the operation of that line cannot have been
// named after it: "order created" for the completion of a cart. Webhooks tell of such things as well, so that the words alone do not do.
func (r *recordReader) newThing(o *profile.Observation) bool {
	if o.OperationKey == "" || o.RequestID == "" && o.JobID == "" || o.Topic != "" || o.DownstreamID != "" || r.has(fieldStatus) {
		return false
	}
	first, rest, _ := strings.Cut(plainPhrase(r.message()), " ")
	second, _, _ := strings.Cut(rest, " ")
	for _, f := range []field{fieldOrderID, fieldAccount} {
		id, thing := r.text(f), strings.TrimSuffix(r.by(f).name, "id")
		if id == "" || strings.Contains(o.OperationKey, id) || !(first == thing && slices.Contains(newWords, second) || second == thing && slices.Contains(newWords, first)) {
			continue
		}
		r.values[fieldDownstreamID] = found{r.values[f].jsonValue, &madeMeaning}
		o.DownstreamID = id
		if o.ResourceID == id {
			o.ResourceID, o.ResourceType = "", ""
		}
		return true
	}
	return false
}

// newWords are what is said of such a thing that was not there before.
var newWords = strings.Fields("created placed opened restored provisioned registered activated")

// speaksOf tells whether a text names a thing, in one word or two: deliverynote is "delivery note". Something granted is a grant.
func speaksOf(words []string, thing string) bool {
	for i, w := range words {
		if w == thing || i > 0 && words[i-1]+w == thing || len(thing) > 3 && w == thing+"ed" { // points granted, with grant_id
			return true
		}
	}
	return false
}

// doneTo tells whether a text says that a thing came about with a verb of its own stem: a settlement settled, a confirmation confirmed.
func doneTo(words []string, thing string) bool {
	const stem = 5
	return slices.ContainsFunc(words, func(w string) bool {
		return len(w) > stem && len(thing) > stem && strings.HasSuffix(w, "ed") && w[:stem] == thing[:stem]
	})
}

// weakDownstream tells names of a payment, which is what the webhook speaks of as often as what the receiver made.
func weakDownstream(name string) bool {
	switch name {
	case "paymentid", "chargeid", "refundid", "transactionid":
		return true
	}
	return false
}

// spoken puts a payment that a line only speaks of among the related objects: what was made is named by a line that says so.
func (r *recordReader) spoken(o *profile.Observation) {
	if o.Event == profile.EventReceived && o.DownstreamID != "" && !weakDownstream(r.by(fieldDownstreamID).name) {
		o.DownstreamID = "" // what came names it: the sender's own parcel, or invoice
	}
	if o.DownstreamID == "" || !weakDownstream(r.by(fieldDownstreamID).name) {
		return
	}
	switch o.Event {
	case profile.EventResult, profile.EventEffect, profile.EventEffectReplayed, profile.EventDone:
		return
	}
	addRelated(o, o.DownstreamID)
	o.DownstreamID = ""
}
