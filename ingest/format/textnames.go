package format

import "bytes"

// named takes what the words of a message name, where the word before says what it is and its own form shows that it is whole:
//
//	Webhook received: order.updated delivery 3e9b1f70c24d58a6b7e0912f4c6d83ab order 18452
//	Received order.updated webhook, delivery ID: 3e9b1f70c24d58a6b7e0912f4c6d83ab, order #18452
//
// A number behind "order" is its ID unless it counts something: "order 2 of 5". Of events, IDs and topics that only Stripe and WooCommerce
// have need no word.
func (p *textParser) named(phrase []byte) {
	const most = 40          // words
	var before, first []byte // the word before, and the one before that
	for n := 0; n < most; n++ {
		phrase = bytes.TrimLeft(phrase, " \t")
		if len(phrase) == 0 {
			return
		}
		word := phrase[:wordLen(phrase)]
		phrase = phrase[len(word):]
		name := bytes.Trim(word, "()[]<>,;:.#'\"")
		switch {
		case isEventID(string(name)):
			p.say("event_id", name)
		case wooResource(string(name)) != "":
			p.say("topic", name)
		case before == nil:
		case bytes.EqualFold(before, []byte("delivery")) && isTraceID(name):
			p.say("delivery_id", name)
		case bytes.EqualFold(before, []byte("request")) && isTraceID(name):
			p.say("request_id", name)
		case bytes.EqualFold(before, []byte("webhook")) && digits(name) >= 0 && !counts(phrase):
			p.say("webhook_id", name)
		case madeOf(before, phrase) != nil && bytes.ContainsAny(name, "0123456789") && digits(name) < 0:
			p.say("downstream_id", name)
		case isMadeID(name) && wordMadeOf(first, before):
			p.say("downstream_id", name)
		case bytes.EqualFold(before, []byte("order")) && digitRun(name) == len(name) && len(name) > 0 && !counts(phrase):
			p.say("order_id", name)
		}
		switch {
		case bytes.EqualFold(name, []byte("id")) && before != nil: // delivery ID 3e9b…
		case len(name) == 0: // order # 18452
		default:
			first, before = before, name
		}
	}
}

// wordMadeOf tells "shipment created", "created shipment".
func wordMadeOf(first, second []byte) bool {
	const longest = 40
	return len(first) > 0 && len(first)+len(second) < longest &&
		phraseWords[string(append(append(bytes.ToLower(first), ' '), bytes.ToLower(second)...))] == wordMade
}

// isMadeID tells what can only be the ID of what was made, where it stands behind such words: INV-3, S881, a UUID. 200ms, 12.50EUR and a
// date begin with a digit.
func isMadeID(name []byte) bool {
	const shortest = 4
	letter := len(name) > 0 && (name[0]|0x20 >= 'a' && name[0]|0x20 <= 'z')
	return len(name) >= shortest && letter && bytes.ContainsAny(name, "0123456789") || isUUID(string(name))
}

// madeOf returns what a sentence says was made, of a thing with its ID between the two words: "shipment SHIP-987 created". rest follows the
// ID.
func madeOf(thing, rest []byte) []byte {
	rest = bytes.TrimLeft(rest, " ")
	made := bytes.ToLower(bytes.TrimRight(rest[:wordLen(rest)], ".,;:!"))
	if !wordMadeOf(thing, made) {
		return nil
	}
	return append(append(bytes.ToLower(thing), ' '), made...)
}

// madeIn finds such a sentence at the beginning of a message.
func madeIn(phrase []byte) []byte {
	_, made := madeWithID(phrase)
	return made
}

// madeWithID is madeIn, and tells the ID.
func madeWithID(phrase []byte) (id, made []byte) {
	thing := phrase[:wordLen(phrase)]
	rest := bytes.TrimLeft(phrase[len(thing):], " ")
	id = rest[:wordLen(rest)]
	if !bytes.ContainsAny(id, "0123456789") || digits(id) >= 0 {
		return nil, nil
	}
	return id, madeOf(thing, rest[len(id):])
}

// counts tells words behind a number that make it no ID.
func counts(rest []byte) bool {
	rest = bytes.TrimLeft(rest, " ")
	switch string(bytes.ToLower(rest[:wordLen(rest)])) {
	case "of", "item", "items", "line", "lines", "time", "times", "more":
		return true
	}
	return false
}
