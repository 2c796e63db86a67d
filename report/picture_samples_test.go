package report

import (
	"fmt"
	"strings"
	"time"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// pictured is the incident of two registrations with its boxes, beside a clock that is off and a log with a hole.
func pictured() analyze.Diagnosis {
	d := incident()
	for i := range d.Duplicates {
		if d.Duplicates[i].ID == "D1" {
			d.Duplicates[i].Boxes, d.Duplicates[i].Links = twoBranches()
		}
	}
	d.Clocks = []analyze.Clock{{Source: receiver, Ahead: 1200 * time.Millisecond, Requests: 6}}
	d.Gaps = []analyze.Gap{
		{Log: "receiver/receiver", From: moment("08:27:59"), To: moment("08:28:04"), Requests: 3},
		{Log: "elsewhere/receiver", Requests: 9},
	}
	d.Registrations[0].Deadline = time.Minute
	d.Registrations[0].Answers = analyze.AnswerTimes{Width: 16 * time.Second, Cells: []analyze.AnswerCell{
		{Column: moment("08:28:00").Nano / int64(16*time.Second), Row: 14, Count: 40},
		{Column: moment("08:28:00").Nano / int64(16*time.Second), Row: 24, Count: 3, Failed: 1},
		{Column: moment("08:40:00").Nano / int64(16*time.Second), Row: 49, Count: 1, Failed: 1},
	}}
	return d
}

func twoBranches() ([]analyze.Box, []analyze.Link) {
	d := twoRegistrations("D1")
	boxes := []analyze.Box{{Layer: profile.LayerChange, Branch: -1, Parts: true}}
	var links []analyze.Link
	for i, id := range d.DeliveryIDs {
		clock := func(ms int) analyze.Time { return moment(fmt.Sprintf("08:28:0%d.%03d", 1+4*i, ms)) }
		n := len(boxes)
		boxes = append(boxes,
			analyze.Box{Layer: profile.LayerRegistration, ID: d.WebhookIDs[i], Branch: i, Source: shopLog, Line: int64(100 + i)},
			analyze.Box{Layer: profile.LayerDelivery, ID: id, Detail: "202", From: clock(100), To: clock(300), Took: 200 * time.Millisecond, Branch: i, Source: shopLog, Line: int64(120 + i), Evidence: []int{i}},
			analyze.Box{Layer: profile.LayerReceipt, ID: d.RequestIDs[i], Detail: "202", From: clock(150), To: clock(158), Took: 8 * time.Millisecond, Branch: i, Source: receiver, Line: int64(80 + i), Evidence: []int{2}},
			analyze.Box{Layer: profile.LayerExecution, Detail: "worker-1, attempt 1", From: clock(400), To: clock(460), Took: 60 * time.Millisecond, Branch: i, Source: receiver, Line: int64(90 + i)},
			analyze.Box{Layer: profile.LayerEffect, ID: d.DownstreamIDs[i], From: clock(450), To: clock(450), Branch: i, Again: i > 0, Source: "receiver/downstream.log", Line: int64(1 + i), Evidence: []int{4 + i}},
		)
		links = append(links,
			analyze.Link{Upper: 0, Lower: n, By: "equal signatures"},
			analyze.Link{Upper: n, Lower: n + 1, By: "webhook ID", Value: d.WebhookIDs[i]},
			analyze.Link{Upper: n + 1, Lower: n + 2, By: "delivery ID and signature", Value: id},
			analyze.Link{Upper: n + 2, Lower: n + 3, By: "request ID", Value: d.RequestIDs[i]},
			analyze.Link{Upper: n + 3, Lower: n + 4, By: "downstream ID", Value: d.DownstreamIDs[i]},
		)
	}
	return boxes, links
}

// storm is one delivery that arrived n times, the boxes of which overlap.
func storm(n int) analyze.Diagnosis {
	d := containedReplay("D1")
	d.Boxes = []analyze.Box{{Layer: profile.LayerDelivery, ID: d.DeliveryIDs[0], From: moment("08:40:00.000"), To: moment("08:40:00.010"), Branch: -1, Parts: true}}
	for i := range n {
		at := moment("08:40:00.000")
		at.Nano += int64(i) * int64(37*time.Millisecond)
		to := at
		to.Nano += int64(200 * time.Millisecond)
		d.Boxes = append(d.Boxes, analyze.Box{Layer: profile.LayerReceipt, ID: fmt.Sprintf("%032x", i), Detail: "202", From: at, To: to, Branch: i, Source: receiver, Line: int64(i + 1)})
		d.Links = append(d.Links, analyze.Link{Upper: 0, Lower: i + 1, By: "delivery ID", Value: d.DeliveryIDs[0]})
	}
	return base(d)
}

// hostilePicture is a picture in which every text is an attacker's.
func hostilePicture() analyze.Diagnosis {
	d := hostile()
	d.Duplicates[0].Boxes, d.Duplicates[0].Links = twoBranches()
	long := strings.Repeat("9f", 5000)
	for i := range d.Duplicates[0].Boxes {
		b := &d.Duplicates[0].Boxes[i]
		b.ID, b.Detail, b.Source = []string{attack, long, pipes}[i%3], attack, attack
	}
	for i := range d.Duplicates[0].Links {
		d.Duplicates[0].Links[i].By, d.Duplicates[0].Links[i].Value = pipes, attack
	}
	d.Clocks = []analyze.Clock{{Source: attack, Ahead: -time.Hour}}
	d.Gaps = []analyze.Gap{{Log: attack, Requests: 1}}
	d.Registrations[0].Answers = analyze.AnswerTimes{Width: time.Second, Cells: []analyze.AnswerCell{{Column: 1, Row: 1, Count: 1}}}
	return d
}
