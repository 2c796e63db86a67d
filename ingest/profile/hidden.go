package profile

import "encoding/hex"

// Hidden is what stands for a text that no profile keeps, such as an e-mail address where an identifier is due: its mark, as ~ and 32 hex
// digits. Equal texts have equal marks, so it joins what they joined.
func Hidden(m Mark) string { return "~" + hex.EncodeToString(m[:]) }

// HiddenDomain is that of the marks of hidden texts.
const HiddenDomain = "key"

// Hidden returns what stands for a text in this profile, if it is hidden.
func (p *Profile) Hidden(s string) string { return Hidden(p.Mark(HiddenDomain, []byte(s))) }

// HiddenDigits is how many hex digits follow the ~ of what Hidden returns.
const HiddenDigits = 2 * len(Mark{})

// HiddenName begins the names by which reports call what is hidden: hidden-1, in the order in which it first appears. A mark would be
// another under each key.
const HiddenName = "hidden-"

// The fields that are texts, in the order of Texts.
const (
	textProvider = iota
	textShop
	textTopic
	textResourceType
	textResourceID
	textOperationKey
	textWebhookID
	textDeliveryID
	textEventID
	textActID
	textRelated
	textRequestID
	textJobID
	textDownstreamID
	textActionID
	textRowID
	textWorker
	textProcess
	textInstance
	textConnection
	textStatus
	textURL
	textMethod
	textFailure
	textUpstream
	textDedupBy
	textRowStatus
	textVia
	textAPIVersion
	textFields // how many they are
)

// Texts are all texts of an observation, in the order in which a hidden one is given its name.
func (o *Observation) Texts() [textFields]*string {
	return [...]*string{
		&o.Provider, &o.Shop, &o.Topic, &o.ResourceType, &o.ResourceID, &o.OperationKey, &o.WebhookID, &o.DeliveryID, &o.EventID, &o.ActID,
		&o.Related, &o.RequestID, &o.JobID, &o.DownstreamID, &o.ActionID, &o.RowID, &o.Worker, &o.Process, &o.Instance, &o.Connection,
		&o.Status, &o.URL, &o.Method, &o.Failure, &o.Upstream, &o.DedupBy, &o.RowStatus, &o.Via, &o.APIVersion,
	}
}
