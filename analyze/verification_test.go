package analyze

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestVerify(t *testing.T) {
	request := func(offset int64, id string, one bool, secrets ...int) VerifiedRequest {
		r := VerifiedRequest{Source: "a.log", Offset: offset, Provider: "stripe", EventID: id, OneEndpoint: one, Secrets: secrets}
		if len(secrets) > 0 {
			r.Result = "signed_by"
		}
		return r
	}
	named := request(9, "", false, 3)
	named.Provider, named.WebhookID = "woocommerce", "7"
	tests := []struct {
		name          string
		requests      []VerifiedRequest
		registrations []VerifiedRegistration
		several       []SeveralEndpoints
	}{
		{
			"two endpoints",
			[]VerifiedRequest{request(2, "evt_1", true, 2), request(1, "evt_1", true, 1)},
			[]VerifiedRegistration{{"stripe", "", []int{1}, 1}, {"stripe", "", []int{2}, 1}},
			[]SeveralEndpoints{{"stripe", "evt_1", [][]int{{1}, {2}}}},
		},
		{
			"one endpoint whose secret is changed",
			[]VerifiedRequest{request(1, "evt_1", true, 1), request(2, "evt_1", true, 2), request(3, "evt_2", true, 1, 2)},
			[]VerifiedRegistration{{"stripe", "", []int{1, 2}, 3}},
			[]SeveralEndpoints{},
		},
		{
			"that one, and another",
			[]VerifiedRequest{request(1, "evt_1", true, 2), request(2, "evt_1", true, 3), request(3, "evt_2", true, 1, 2)},
			[]VerifiedRegistration{{"stripe", "", []int{1, 2}, 2}, {"stripe", "", []int{3}, 1}},
			[]SeveralEndpoints{{"stripe", "evt_1", [][]int{{2}, {3}}}},
		},
		{
			"one endpoint twice",
			[]VerifiedRequest{request(1, "evt_1", true, 1), request(2, "evt_1", true, 1), request(3, "evt_1", true)},
			[]VerifiedRegistration{{"stripe", "", []int{1}, 2}},
			[]SeveralEndpoints{},
		},
		{"an app's secrets tell nothing", []VerifiedRequest{request(1, "e", false, 1), request(2, "e", false, 2)}, []VerifiedRegistration{}, []SeveralEndpoints{}},
		{"requests without a name", []VerifiedRequest{request(1, "", true, 1), request(2, "", true, 2)}, []VerifiedRegistration{{"stripe", "", []int{1}, 1}, {"stripe", "", []int{2}, 1}}, []SeveralEndpoints{}},
		{"a named registration", []VerifiedRequest{named}, []VerifiedRegistration{{"woocommerce", "7", []int{3}, 1}}, []SeveralEndpoints{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			v := Verify([]Secret{{Number: 1}, {Number: 2}, {Number: 3}}, test.requests, nil)
			if diff := cmp.Diff(test.registrations, v.Registrations); diff != "" {
				t.Errorf("registrations (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.several, v.Several); diff != "" {
				t.Errorf("several (-want +got):\n%s", diff)
			}
			for i := 1; i < len(v.Requests); i++ {
				if v.Requests[i].Offset < v.Requests[i-1].Offset {
					t.Error("the requests are in no order")
				}
			}
		})
	}
}
