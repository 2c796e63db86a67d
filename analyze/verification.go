package analyze

import (
	"cmp"
	"maps"
	"slices"
)

// Verification is what the signatures of requests say, for one set of secrets. Secrets are named by their numbers, from 1.
type Verification struct {
	Schema   string            `json:"schema"`
	Secrets  []Secret          `json:"secrets"`
	Requests []VerifiedRequest `json:"requests"`
	// Registrations are those that requests name, and those that a secret tells.
	Registrations []VerifiedRegistration `json:"registrations"`
	// Several are the events that more than one registration, told by its secret, was sent.
	Several []SeveralEndpoints `json:"several"`
	// Nothing lists the files that were read and show no request that could be checked.
	Nothing []string `json:"nothing_in"`
}

// Secret is one of the secrets, without itself.
type Secret struct {
	Number      int    `json:"number"`
	Fingerprint string `json:"fingerprint"` // as registrations are called that it tells; "" without a profile
	Requests    int    `json:"requests"`    // that it signed
}

// VerifiedRequest is one request of one file.
type VerifiedRequest struct {
	Source     string `json:"source"`
	Line       int64  `json:"line"`
	Offset     int64  `json:"offset"`
	Time       Time   `json:"time"`
	Provider   string `json:"provider"`
	Scheme     string `json:"scheme"`
	WebhookID  string `json:"webhook_id"`
	EventID    string `json:"event_id"`
	DeliveryID string `json:"delivery_id"`
	Result     string `json:"result"`
	Secrets    []int  `json:"secrets"`
	Detail     string `json:"detail"`

	OneEndpoint bool `json:"-"` // the secret tells the registration
}

// ID is what the request is called: by its event, else by its delivery.
func (r *VerifiedRequest) ID() string { return cmp.Or(r.EventID, r.DeliveryID) }

// VerifiedRegistration is a registration by its requests: one that they name, or the one that has these secrets.
type VerifiedRegistration struct {
	Provider  string `json:"provider"`
	WebhookID string `json:"webhook_id"` // "" where the secrets alone tell it
	Secrets   []int  `json:"secrets"`
	Requests  int    `json:"requests"` // that they signed
}

// SeveralEndpoints is an event that was sent under the secrets of several registrations.
type SeveralEndpoints struct {
	Provider string  `json:"provider"`
	ID       string  `json:"id"`
	Secrets  [][]int `json:"secrets"` // of each registration
}

// Verify sums up what came of the requests of some files. Secrets that signed one request together are one registration's, whose
// secret was being changed then.
//
// It cannot tell two registrations with one secret, nor that a registration's secret was changed between two requests that no
// request with both signatures stands between.
func Verify(secrets []Secret, requests []VerifiedRequest, nothing []string) Verification {
	v := Verification{
		Schema: "webhookctl.verification/1", Secrets: slices.Clone(secrets), Requests: slices.Clone(requests),
		Registrations: []VerifiedRegistration{}, Several: []SeveralEndpoints{}, Nothing: append([]string{}, nothing...),
	}
	slices.SortStableFunc(v.Requests, func(a, b VerifiedRequest) int {
		return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(a.Offset, b.Offset))
	})
	nameHidden(v.Requests)
	together := newUnion(len(secrets))
	for i := range v.Requests {
		r := &v.Requests[i]
		r.Secrets = append([]int{}, r.Secrets...)
		for _, n := range r.Secrets {
			v.Secrets[n-1].Requests++
			if r.OneEndpoint {
				together.join(r.Secrets[0]-1, n-1)
			}
		}
	}
	v.registrations(together)
	v.several(together)
	return v
}

// registrations counts the requests of each registration.
func (v *Verification) registrations(together *union) {
	type key struct {
		provider, webhook string
		root              int
	}
	of := map[key]*VerifiedRegistration{}
	for _, r := range v.Requests {
		k := key{r.Provider, r.WebhookID, -1}
		switch {
		case len(r.Secrets) == 0:
			continue
		case r.WebhookID == "" && r.OneEndpoint:
			k.root = together.find(r.Secrets[0] - 1)
		case r.WebhookID == "":
			continue
		}
		x := of[k]
		if x == nil {
			x = &VerifiedRegistration{Provider: r.Provider, WebhookID: r.WebhookID}
			of[k] = x
		}
		x.Requests++
		x.Secrets = appendNew(x.Secrets, r.Secrets)
	}
	for x := range maps.Values(of) {
		slices.Sort(x.Secrets)
		v.Registrations = append(v.Registrations, *x)
	}
	slices.SortFunc(v.Registrations, func(a, b VerifiedRegistration) int {
		return cmp.Or(cmp.Compare(a.Provider, b.Provider), byNumber(a.WebhookID, b.WebhookID), slices.Compare(a.Secrets, b.Secrets))
	})
}

// several finds the events that went to several registrations.
func (v *Verification) several(together *union) {
	type key struct{ provider, id string }
	of := map[key]map[int][]int{} // secrets by registration
	for _, r := range v.Requests {
		if !r.OneEndpoint || len(r.Secrets) == 0 || r.ID() == "" {
			continue
		}
		k := key{r.Provider, r.ID()}
		if of[k] == nil {
			of[k] = map[int][]int{}
		}
		root := together.find(r.Secrets[0] - 1)
		of[k][root] = appendNew(of[k][root], r.Secrets)
	}
	for k, byRoot := range of {
		if len(byRoot) < 2 {
			continue
		}
		x := SeveralEndpoints{Provider: k.provider, ID: k.id}
		for _, secrets := range byRoot {
			slices.Sort(secrets)
			x.Secrets = append(x.Secrets, secrets)
		}
		slices.SortFunc(x.Secrets, slices.Compare[[]int])
		v.Several = append(v.Several, x)
	}
	slices.SortFunc(v.Several, func(a, b SeveralEndpoints) int {
		return cmp.Or(cmp.Compare(a.Provider, b.Provider), cmp.Compare(a.ID, b.ID))
	})
}
