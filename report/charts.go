package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/analyze/language"
)

// charts show the history: when duplicates came, how long answers took, how many receipts were repeats.
type charts struct {
	Time    *barChart
	Answers []heatChart
	Ratios  []ratioBar
	Left    int // registrations whose answers are not drawn
}

// Any tells whether there is something to show.
func (c charts) Any() bool { return c.Time != nil || len(c.Answers)+len(c.Ratios) > 0 }

// barChart counts duplicates in columns of equal time, by class.
type barChart struct {
	Width, Height px
	Bars          []bar
	Legend        []legend
	Marks         []mark // on the left
	From, To      string
	FromX, ToX    px
	AxisY         px
	Spoken, Note  string
	Undated       string
}

type bar struct {
	X, Y, Width, Height px
	Class               int // its index among all classes
	Title               string
}

type legend struct {
	Class int
	Name  string
	Count int
}

type mark struct {
	X, Y px
	Text string
}

const (
	chartWidth, chartHeight = 560.0, 150.0
	chartLeft, chartBottom  = 52.0, 22.0
	binsMost                = 60
	heatsMost, ratiosMost   = 6, 24
)

// binWidths are the widths of a column that a person can think in.
var binWidths = []time.Duration{
	time.Second, 5 * time.Second, 15 * time.Second, time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 6 * time.Hour,
	24 * time.Hour, 7 * 24 * time.Hour, 30 * 24 * time.Hour, 365 * 24 * time.Hour,
}

func chartsOf(l *language.Language, d *analyze.Diagnosis) charts {
	c := charts{Time: overTime(l, d)}
	answering := slices.DeleteFunc(slices.Clone(d.Registrations), func(r analyze.Registration) bool { return len(r.Answers.Cells) == 0 })
	slices.SortStableFunc(answering, func(a, b analyze.Registration) int {
		return cmp.Or(cmp.Compare(b.Slow+b.Failed, a.Slow+a.Failed), cmp.Compare(b.Deliveries, a.Deliveries))
	})
	for _, r := range answering[:min(len(answering), heatsMost)] {
		c.Answers = append(c.Answers, heatOf(l, r))
	}
	c.Left = len(answering) - len(c.Answers)
	repeated := slices.DeleteFunc(slices.Clone(d.Registrations), func(r analyze.Registration) bool { return r.Receipts == 0 })
	slices.SortStableFunc(repeated, func(a, b analyze.Registration) int { return cmp.Compare(b.DuplicateRatio, a.DuplicateRatio) })
	for _, r := range repeated[:min(len(repeated), ratiosMost)] {
		c.Ratios = append(c.Ratios, ratioBar{
			Name: r.WebhookID, Topics: r.Topics, Shop: r.Shop, Width: px(120 * min(1, max(0, r.DuplicateRatio))), Text: fmt.Sprintf("%.2f", r.DuplicateRatio),
			Of: l.Count(r.Receipts, "receipt"),
		})
	}
	return c
}

// ratioBar is the duplicate ratio of one registration; 120 wide is all.
type ratioBar struct {
	Name, Shop, Text, Of string
	Topics               []string
	Width                px
}

func overTime(l *language.Language, d *analyze.Diagnosis) *barChart {
	var list []*analyze.Duplicate
	undated := 0
	first, last := int64(math.MaxInt64), int64(math.MinInt64)
	for i := range d.Duplicates {
		dup := &d.Duplicates[i]
		switch {
		case dup.Class == analyze.LegitimateUpdate:
		case dup.FirstSeen.Precision == 0:
			undated++
		default:
			list = append(list, dup)
			first, last = min(first, dup.FirstSeen.Nano), max(last, dup.FirstSeen.Nano)
		}
	}
	if len(list) == 0 {
		return nil
	}
	width := binWidths[len(binWidths)-1]
	for _, w := range binWidths {
		if (last-floor(first, w))/int64(w) < binsMost {
			width = w
			break
		}
	}
	begin := floor(first, width)
	bins := make([]map[analyze.Class]int, min((last-begin)/int64(width)+1, 4*binsMost))
	totals := map[analyze.Class]int{}
	most := 0
	for _, dup := range list {
		k := min(int((dup.FirstSeen.Nano-begin)/int64(width)), len(bins)-1)
		if bins[k] == nil {
			bins[k] = map[analyze.Class]int{}
		}
		bins[k][dup.Class]++
		totals[dup.Class]++
		n := 0
		for _, c := range bins[k] {
			n += c
		}
		most = max(most, n)
	}
	at := func(nano int64) string { return analyze.Time{Nano: nano, Precision: time.Second}.String() }
	c := &barChart{
		Width: chartWidth, Height: chartHeight + chartBottom, From: at(begin), To: at(begin + int64(len(bins))*int64(width)), AxisY: chartHeight,
		FromX: chartLeft, ToX: chartWidth, Note: l.Say("Each column is %s; the first begins at %s.", longer(width), at(begin)),
		Spoken: l.Say("%d duplicates between %s and %s, at most %d in one column of %s.", len(list), at(first), at(last), most, longer(width)),
	}
	if undated > 0 {
		c.Undated = l.Say("%d without a time are not drawn.", undated)
	}
	wide := min((chartWidth-chartLeft)/float64(len(bins)), 40)
	c.ToX = px(max(chartLeft+wide*float64(len(bins)), chartLeft+320))
	for k, bin := range bins {
		y := chartHeight
		for n, class := range analyze.Classes {
			if bin[class] == 0 {
				continue
			}
			high := float64(bin[class]) / float64(most) * (chartHeight - 12)
			y -= high
			c.Bars = append(c.Bars, bar{
				X: px(chartLeft + float64(k)*wide), Y: px(y), Width: px(max(1, wide-1)), Height: px(high), Class: n,
				Title: fmt.Sprintf("%s: %d %s", at(begin+int64(k)*int64(width)), bin[class], class),
			})
		}
	}
	for n, class := range analyze.Classes {
		if totals[class] > 0 {
			c.Legend = append(c.Legend, legend{n, string(class), totals[class]})
		}
	}
	for _, n := range slices.Compact([]int{most, most / 2, 0}) {
		c.Marks = append(c.Marks, mark{chartLeft - 6, px(chartHeight - float64(n)/float64(most)*(chartHeight-12)), fmt.Sprint(n)})
	}
	return c
}

func floor(nano int64, width time.Duration) int64 {
	rest := nano % int64(width)
	if rest < 0 {
		rest += int64(width)
	}
	return nano - rest
}

// heatChart shows how long the answers of one registration took, over time, on a logarithmic scale.
type heatChart struct {
	Name          string
	Width, Height px
	Cells         []heatCell
	Marks         []mark
	Limit         *mark // the deadline
	Left          px
	From, To      string
	AxisY         px
	Spoken, Note  string
}

type heatCell struct {
	X, Y, Width, Height px
	Level               int // 1 to 4
	Failed              bool
	Title               string
}

func heatOf(l *language.Language, r analyze.Registration) heatChart {
	a := r.Answers
	low, high, most, total := math.MaxInt, 0, 0, 0
	for _, c := range a.Cells {
		low, high, most, total = min(low, c.Row), max(high, c.Row), max(most, c.Count), total+c.Count
	}
	limit := 10 * math.Log10(float64(r.Deadline)/float64(time.Millisecond))
	if r.Deadline > 0 {
		low, high = min(low, int(limit)), max(high, int(math.Ceil(limit))+1)
	}
	low, high = low/10*10, (high+9)/10*10
	if high == low {
		high += 10
	}
	rows := float64(high - low)
	y := func(row float64) float64 { return 8 + (chartHeight-8)*(1-(row-float64(low))/rows) }
	first, last := a.Cells[0].Column, a.Cells[len(a.Cells)-1].Column
	wide := min((chartWidth-chartLeft)/float64(last-first+1), 14)
	at := func(second int64) string {
		return analyze.Time{Nano: second * int64(time.Second), Precision: time.Second}.String()
	}
	name := r.WebhookID
	if name == "" {
		name = "–"
	}
	c := heatChart{
		Name: name, Width: chartWidth, Height: chartHeight + chartBottom, Left: chartLeft, AxisY: chartHeight,
		From: at(a.Begin(a.Cells[0])), To: at(a.Begin(a.Cells[len(a.Cells)-1]) + int64(a.Width/time.Second)),
		Spoken: l.Say("%d answers of registration %s, the slowest within %s, %d of them over the deadline.", total, Visible(name), longer(slowest(a).Longest()), r.Slow), Note: l.Say("Darker is more answers; red ones were no success. No deadline is published."),
	}
	for _, cell := range a.Cells {
		c.Cells = append(c.Cells, heatCell{
			X: px(chartLeft + float64(cell.Column-first)*wide), Y: px(y(float64(cell.Row))), Width: px(max(1.5, wide-0.5)), Height: px(y(float64(cell.Row-1)) - y(float64(cell.Row))),
			Level: level(cell.Count, most), Failed: cell.Failed > 0,
			Title: fmt.Sprintf("%s: %d ≤ %s", at(a.Begin(cell)), cell.Count, longer(cell.Longest())),
		})
	}
	for row := low; row <= high; row += 10 {
		c.Marks = append(c.Marks, mark{chartLeft - 6, px(y(float64(row))), decade(row)})
	}
	if r.Deadline > 0 {
		c.Limit = &mark{chartLeft, px(y(limit)), longer(r.Deadline)}
		c.Note = l.Say("Darker is more answers; red ones were no success. The dashed line is the time after which the sender gives up: %s.", longer(r.Deadline))
		if r.Provider != "" {
			c.Note = l.Say("Darker is more answers; red ones were no success. The dashed line is the time after which %s gives up: %s.", r.Provider, longer(r.Deadline))
		}
	}
	return c
}

// decade is the mark of a power of ten: 100 ms, 1 s, 100 s.
func decade(row int) string {
	ms := analyze.AnswerCell{Row: row}.Longest().Milliseconds()
	if ms < 1000 {
		return fmt.Sprintf("%d ms", ms)
	}
	return fmt.Sprintf("%d s", (ms+500)/1000)
}

func slowest(a analyze.AnswerTimes) analyze.AnswerCell {
	return slices.MaxFunc(a.Cells, func(x, y analyze.AnswerCell) int { return cmp.Compare(x.Row, y.Row) })
}

// level is how dark a cell is: by the order of its count, not by the count.
func level(n, most int) int {
	if most <= 1 {
		return 3
	}
	return 1 + int(3*math.Log(float64(n))/math.Log(float64(most))+0.001)
}
