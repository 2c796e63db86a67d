package report

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// TableOptions says where a table goes.
type TableOptions struct {
	Terminal bool  // a fitted table; else tab-separated values, for a pipe
	Width    int   // columns of the terminal; 0: 80
	Prose    []int // columns of sentences, by index: these may be broken into lines. Identifiers never are
}

// Table writes rows below a header. On a terminal it is fitted to the width by breaking the lines of prose columns; where
// that is not enough, each row is folded into several lines, since an identifier is never shortened. In a pipe it is
// tab-separated with a header row. Cells are made visible. A row whose length is not the header's is an error.
//
// This is the one use of tablewriter. Its traps: fixed column widths silently cut text, Render hides a failing writer,
// header words are rewritten and East Asian width follows the environment, unless told otherwise.
func Table(w io.Writer, header []string, rows [][]string, opt TableOptions) error {
	if len(header) == 0 {
		return errors.New("a table needs a header")
	}
	header = visibleAll(header)
	cells := make([][]string, len(rows))
	for i, row := range rows {
		if len(row) != len(header) {
			return fmt.Errorf("table row %d has %d cells, its header %d", i+1, len(row), len(header))
		}
		cells[i] = visibleAll(row)
	}
	var buf bytes.Buffer
	switch width := fit(header, cells, opt); {
	case !opt.Terminal:
		separated(&buf, header, cells)
	case width > 0:
		fold(&buf, header, cells, width, opt.Prose)
	default:
		if err := drawn(&buf, header, cells); err != nil {
			return err
		}
	}
	return write(w, buf.Bytes())
}

func separated(buf *bytes.Buffer, header []string, rows [][]string) {
	for _, row := range append([][]string{header}, rows...) {
		buf.WriteString(strings.Join(row, "\t"))
		buf.WriteByte('\n')
	}
}

// gap is the space between two columns.
const gap = 2

// fit breaks the prose cells so that the table fits the terminal. It returns the terminal's width where it cannot, else 0.
func fit(header []string, rows [][]string, opt TableOptions) int {
	if !opt.Terminal {
		return 0
	}
	width := opt.Width
	if width == 0 {
		width = 80
	}
	wide := widths(header, rows)
	total := -gap
	for _, w := range wide {
		total += w + gap
	}
	if total <= width {
		return 0
	}
	least := leastWidths(header, rows)
	for total > width { // the widest prose column gives way first
		widest := -1
		for _, i := range opt.Prose {
			if i < len(wide) && wide[i] > least[i] && (widest < 0 || wide[i] > wide[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			return width
		}
		wide[widest]--
		total--
	}
	for _, row := range rows {
		for i := range row {
			if slices.Contains(opt.Prose, i) && columns(row[i]) > wide[i] {
				row[i] = strings.Join(wrap(row[i], wide[i], "", ""), "\n")
			}
		}
	}
	return 0
}

// widths tells how wide the widest cell of each column is.
func widths(header []string, rows [][]string) []int {
	wide := make([]int, len(header))
	for i := range header {
		wide[i] = columns(header[i])
		for _, row := range rows {
			wide[i] = max(wide[i], columns(row[i]))
		}
	}
	return wide
}

// leastWidths says how narrow each column may become if it is of sentences: they must stay readable, and its widest word, which
// is not broken, must fit.
func leastWidths(header []string, rows [][]string) []int {
	const readable = 24
	least := make([]int, len(header))
	for i := range header {
		least[i] = max(readable, columns(header[i]))
		for _, row := range rows {
			for word := range strings.SplitSeq(row[i], " ") {
				least[i] = max(least[i], columns(word))
			}
		}
	}
	return least
}

// fold writes the columns of each row, and of the header in the same way, on as many lines as they need, the later ones
// indented. A column of sentences begins a line, and so does an identifier that is wider than the terminal.
func fold(buf *bytes.Buffer, header []string, rows [][]string, width int, prose []int) {
	const indent = 2
	all := append([][]string{header}, rows...)
	wide := widths(header, rows)
	begins := make([]bool, len(header))
	used := 0
	for i := range header {
		after := i > 0 && slices.Contains(prose, i-1)
		begins[i] = i == 0 || after || slices.Contains(prose, i) || used+gap+wide[i] > width
		if begins[i] {
			used = wide[i]
			if i > 0 {
				used += indent
			}
		} else {
			used += gap + wide[i]
		}
	}
	for n, row := range all {
		line := ""
		flush := func() {
			if strings.TrimSpace(line) != "" {
				buf.WriteString(strings.TrimRight(line, " ") + "\n")
			}
		}
		for i, cell := range row {
			switch {
			case i == 0:
			case begins[i]:
				flush()
				line = spaces(indent)
			default:
				line += spaces(gap)
			}
			if slices.Contains(prose, i) {
				line = strings.Join(wrap(cell, width, line, line), "\n")
			} else {
				line += pad(cell, wide[i])
			}
		}
		flush()
		if n == 0 && len(rows) > 0 {
			buf.WriteString(strings.Repeat("─", width) + "\n")
		}
	}
}

func drawn(buf *bytes.Buffer, header []string, rows [][]string) error {
	padding := tw.CellPadding{PerColumn: make([]tw.Padding, len(header))}
	for i := range header {
		padding.PerColumn[i] = tw.Padding{Left: tw.Empty, Right: spaces(gap), Overwrite: true}
	}
	padding.PerColumn[len(header)-1].Right = tw.Empty
	section := func(format tw.State) tw.CellConfig {
		return tw.CellConfig{
			Formatting: tw.CellFormatting{AutoWrap: tw.WrapNone, AutoFormat: format},
			Alignment:  tw.CellAlignment{Global: tw.AlignLeft},
			Padding:    padding,
		}
	}
	var raw bytes.Buffer
	table := tablewriter.NewTable(&raw,
		tablewriter.WithConfig(tablewriter.Config{Header: section(tw.Off), Row: section(tw.Off)}),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithEastAsian(tw.Off),
		tablewriter.WithTrimSpace(tw.Off),
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{
			Borders:  tw.BorderNone,
			Symbols:  tw.NewSymbols(tw.StyleLight),
			Settings: tw.Settings{Separators: tw.SeparatorsNone, Lines: tw.Lines{ShowHeaderLine: tw.On}},
		})),
	)
	table.Header(header)
	if err := table.Bulk(rows); err != nil {
		return fmt.Errorf("lay out table: %w", err)
	}
	if err := table.Render(); err != nil {
		return fmt.Errorf("draw table: %w", err)
	}
	for line := range strings.Lines(raw.String()) {
		buf.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return nil
}
