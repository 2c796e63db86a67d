package report

import "github.com/webhookctl/webhookctl/ingest/profile"

// pageWords are all fixed sentences of the HTML report and its pictures, in one place. %s and %d stand for what is counted or
// named; the braces in Shown are filled in by the page's script.
var pageWords = words{
	Lang:     "en",
	Title:    "Webhook diagnosis",
	Skip:     "Skip to the answer",
	Contents: "Contents",
	NoScript: "Scripts are off: everything is here, only filtering, pinning and copying are not.",

	Do:     "What to do",
	Lead:   "The gravest case",
	Counts: "Counts",
	Class:  "Class",
	Total:  "All",

	Made: "Made by",

	Cases: "Cases", Case: "Case", Verdict: "Verdict", Outcome: "Outcome", Confidence: "Confidence", Of: "Of", Time: "Time",
	Registrations: "Registrations", Next: "Next", Because: "Because", Doubt: "Not proven",
	PictureAbove: "Its picture is at the top of this page.", Chain: "Chain", Joined: "Joined by", What: "What",
	Layer: "Layer", Questions: "Questions", Question: "Question", Answer: "Answer", Detail: "Detail", Evidence: "Evidence",
	Number: "No.", Record: "Record", Says: "What it says", RuledOut: "Ruled out", Missing: "Would decide", Facts: "Identifiers", Coverage: "coverage",
	NotHere: "–", Permalink: "Link to %s", Copy: "Copy as Markdown", CopyOf: "Copy as Markdown: %s", Copied: "Copied", CopyByHand: "Press Ctrl+C to copy",
	MoreRecords: "The other %d records", LeftBoxes: "%d more boxes are not drawn.", LeftChain: "The first %d of %d are listed.",
	LeftCases: "%d more %s are counted in the patterns and not drawn.",
	LeftRoom:  "%d more cases are left out so that this file opens quickly.",
	OneOf:     "One of them:", AllOf: "All of them:", Or: "or",
	LeftRows: "%d more are left out here. All of them: %s.",

	Filter: "Show only", All: "all", FilterResource: "Resource", FilterRegistration: "Registration", Reset: "Show all",
	Shown: "{n} of {all} cases shown",

	Point:  "Point at a box, or reach it with Tab and the arrow keys, to see the record behind it; click or press Enter to pin it.",
	Unpin:  "Unpin",
	Pinned: "Pinned",
	HowTo: "Each lane is a layer, from the change at the sender to the record that was made. Time goes to the right and is stretched and squeezed so that " +
		"everything fits; its order is true.",
	UntimedNote:  "A box with a dashed border has no time of its own and is drawn where what hangs on it begins.",
	ClockNote:    "The clock of %s runs %s %s the sender's, by %d requests that both saw. It is corrected here.",
	Ahead:        "ahead of",
	Behind:       "behind",
	Clock:        "clock",
	Gap:          "%s has no line here (%d requests)",
	Silent:       "not in the evidence",
	SecondEffect: "A second effect",
	PartsHere:    "The branches part here",
	NoID:         " without an ID",
	PictureOf:    "Picture of %s: %d boxes in eight lanes. The table below it says the same in words.",

	Patterns: "Patterns", Count: "Count", Kind: "Kind", Outcomes: "Outcomes", WebhookIDs: "Webhook IDs", Topics: "Topics",
	LegitimateUpdates: "Legitimate updates", MustGetThrough: "These must get through: %s",

	History: "History", OverTime: "Duplicates over time", OverTimeNote: "Each column is %s; the first begins at %s.",
	OverTimeSpoken: "%d duplicates between %s and %s, at most %d in one column of %s.",
	Answers:        "How long answers took",
	AnswersNote:    "Darker is more answers; red ones were no success. The dashed line is the time after which %s gives up: %s.",
	AnswersNoLimit: "Darker is more answers; red ones were no success. No deadline is published.",
	AnswersSpoken:  "%d answers of registration %s, the slowest within %s, %d of them over the deadline.",
	Ratio:          "Duplicate ratio", RatioNote: "(receipts − distinct changes) / receipts",
	UndatedNote: "%d without a time are not drawn.",

	Operations: "Operations", OperationKey: "Operation key", State: "State", Accepted: "Delivery accepted", Succeeded: "Operation succeeded",
	Executions: "Executions", DownstreamIDs: "Downstream IDs",
	AlsoFound: "Also found", FindingsMore: "%d in all", Times: "%d times. The first: %s",
	URL: "URL", Status: "Status", Deliveries: "Deliveries", Receipts: "Receipts", Slow: "Slow", Failed: "Failed",
	Rules: "Rules", RulesNote: "Given with the command, for operations that no log names:",
	Sources: "Sources", SourcesNote: "A line of a source is named file:line, in its decompressed text. The sums say which bytes were read.",
	File: "File", Format: "Format", Size: "Bytes", Records: "Records", Problems: "Problems", Skipped: "Skipped", SHA256: "SHA-256",
	Unread: "Not read, since no format fits: %s",

	Shop: "Shop", Resource: "Resource", KeyFrom: "Key comes from", MadeWorse: "Made worse by", DeliveryIDs: "Delivery IDs",
	RequestIDs: "Request IDs", JobIDs: "Job IDs",
}

// words are the fields of pageWords; each is one sentence or label.
type words struct {
	Lang, Title, Skip, Contents, NoScript                                                                          string
	Do, Lead, Counts, Class, Total, Made                                                                           string
	Cases, Case, Verdict, Outcome, Confidence, Of, Time, Registrations, Next, Because, Doubt                       string
	PictureAbove, Chain, Joined, What, Layer, Questions, Question, Answer, Detail, Evidence                        string
	Number, Record, Says, RuledOut, Missing, Facts, Coverage, NotHere, Permalink, Copy, CopyOf, Copied, CopyByHand string
	MoreRecords, LeftBoxes, LeftChain, LeftCases, LeftRoom, OneOf, AllOf, Or, LeftRows                             string
	Filter, All, FilterResource, FilterRegistration, Reset, Shown                                                  string
	Point, Unpin, Pinned, HowTo, UntimedNote, ClockNote, Ahead, Behind, Clock, Gap, Silent                         string
	SecondEffect, PartsHere, NoID, PictureOf                                                                       string
	Patterns, Count, Kind, Outcomes, WebhookIDs, Topics, LegitimateUpdates, MustGetThrough                         string
	History, OverTime, OverTimeNote, OverTimeSpoken, Answers, AnswersNote, AnswersNoLimit, AnswersSpoken           string
	Ratio, RatioNote, UndatedNote                                                                                  string
	Operations, OperationKey, State, Accepted, Succeeded, Executions, DownstreamIDs                                string
	AlsoFound, FindingsMore, Times, URL, Status, Deliveries, Receipts, Slow, Failed, Rules, RulesNote              string
	Sources, SourcesNote, File, Format, Size, Records, Problems, Skipped, SHA256, Unread                           string
	Shop, Resource, KeyFrom, MadeWorse, DeliveryIDs, RequestIDs, JobIDs                                            string
}

// laneName heads a lane, boxNoun names one thing in it.
func laneName(l profile.Layer) string { return string(l) }

func boxNoun(l profile.Layer) string {
	switch l {
	case profile.LayerRegistration:
		return "webhook"
	case profile.LayerSchedule:
		return "action"
	case profile.LayerReceipt:
		return "request"
	case profile.LayerQueue:
		return "job"
	case profile.LayerExecution:
		return "run"
	}
	return string(l)
}
