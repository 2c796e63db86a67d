package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"

	"github.com/webhookctl/webhookctl/analyze"
)

func TestFilterFlags(t *testing.T) {
	const day = int64(1795996800e9) // 2026-11-30T00:00:00Z
	tests := []struct {
		name string
		args []string
		want analyze.Filter
	}{
		{"none", nil, analyze.Filter{}},
		{"a resource", []string{"--resource", "order:18452"}, analyze.Filter{ResourceType: "order", ResourceID: "18452"}},
		{"a resource with a colon in its ID", []string{"--resource", "sub:a:b"}, analyze.Filter{ResourceType: "sub", ResourceID: "a:b"}},
		{"one day", []string{"--since", "2026-11-30", "--until", "2026-11-30"}, analyze.Filter{Since: day, Until: day + 86400e9 - 1}},
		{"a moment in another zone", []string{"--since", "2026-11-30T01:00:00.5+01:00"}, analyze.Filter{Since: day + 5e8}},
		{
			"classes twice",
			[]string{"--class", "replay,receiver_race", "--class", "replay"},
			analyze.Filter{Classes: []analyze.Class{analyze.Replay, analyze.ReceiverRace}},
		},
		{
			"keys",
			[]string{"--operation-key", "shipment:create:14:full", "--delivery-id", "d3c0"},
			analyze.Filter{OperationKey: "shipment:create:14:full", DeliveryID: "d3c0"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var f filter
			flags := pflag.NewFlagSet("", pflag.ContinueOnError)
			f.flags(flags)
			if err := flags.Parse(test.args); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, f.Filter); diff != "" {
				t.Errorf("filter (-want +got):\n%s", diff)
			}
			if f.set() != (len(test.args) > 0) {
				t.Errorf("set() = %v for %q", f.set(), test.args)
			}
		})
	}
}
