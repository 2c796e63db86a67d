package analyze

import (
	"cmp"
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// unnamedPath judges the same where no line says of which operation the other caller's work is: one event and one other caller each made
// a record for one resource. That both are of one operation is then only possible.
func (t *tree) unnamedPath() *node {
	if t.component.resource.ID == "" {
		return nil
	}
	named := 0
	for _, o := range t.operations {
		if o.logged && (slices.ContainsFunc(o.receipts, func(x *receipt) bool { return x.delivery.other }) ||
			slices.ContainsFunc(o.runs, func(n *run) bool { return n.delivery == nil })) {
			return nil
		}
		if o.logged {
			named++
		}
	}
	if named > 1 {
		return nil
	}
	o := &operation{receipts: slices.Concat(t.receipts, t.others), runs: t.runs}
	callers, hooks := t.callers(o), t.hooksOf(o)
	changes := map[*change]bool{}
	for _, d := range hooks.deliveries {
		changes[d.change] = true
	}
	if len(callers) != 1 || len(callers[0].branch.effects) != 1 || len(hooks.effects) != 1 || len(changes) != 1 {
		return nil
	}
	n := t.severalPaths(o, callers, hooks)
	n.operation, n.weak = nil, true
	n.doubts = append(n.doubts, t.Say("no log names the operation of both; that their records are of one is concluded from the resource"))
	n.missing = append(n.missing, t.lack(missingKey))
	return n
}

// mayDrain tells whether a run of an operation can be the work that a delivery left behind: a job that no run was seen to take, or
// what failed, or has no result, and is tried again. A queue that cron or a person empties is no other caller.
func (t *tree) mayDrain(o *operation, via string) bool {
	return slices.ContainsFunc(o.receipts, func(x *receipt) bool {
		if x.delivery.other || x.invalid || x.turnedAway() {
			return false
		}
		b := t.belowReceipt(x)
		idle := slices.ContainsFunc(x.jobs, func(j *job) bool { return len(j.runs) == 0 })
		done := len(b.effects) > 0 || slices.ContainsFunc(b.runs, (*run).succeeded)
		return idle || len(b.runs) == 0 && x.tookOn() || via == profile.ViaCron && b.called() && !done
	})
}

// triedAgain asks about a run that can be the second try of a delivery's call, whose result nobody knows, or another path.
func (t *tree) triedAgain(o *operation, hooks branch) *node {
	if !hooks.reached() {
		return nil
	}
	n := &node{class: Undetermined, operation: o, branches: []branch{hooks}, missing: []Missing{t.lack(missingWorkerLog)}}
	who := ""
	for _, r := range o.runs {
		via := viaOf(r)
		if b := t.belowRun(r); r.receipt == nil && r.delivery == nil && via != "" && b.reached() {
			n.branches = append(n.branches, b)
			who = cmp.Or(who, via)
		}
	}
	if len(n.branches) == 1 {
		return nil
	}
	t.judgeOutcome(n)
	n.headline = t.Say("%s: the webhook's call has no known result; whether the run that %s started tried it again, or is another path, is not in the evidence", t.resultOf(n), t.via(who))
	n.next = []string{t.Say("look the operation up downstream before it is tried again"), t.adviceClaim(n)}
	return n
}

// viaOf is what a run's lines say set it going, if that is not a webhook.
func viaOf(n *run) string {
	via := ""
	for _, r := range n.records {
		via = cmp.Or(via, called(r))
	}
	return via
}
