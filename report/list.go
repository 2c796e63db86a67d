package report

// Formats lists every format in name order.
var Formats = []Format{
	{"csv", "one line for each duplicate, for a spreadsheet", CSV, 0},
	{"html", "one page with pictures, for a browser, from a file and without a network", HTML, many},
	{"json", "everything, for a program; its JSON Schema is report/schema/diagnosis-1.schema.json", writeJSON, 0},
	{"jsonl", "the same, one object on each line", JSONLines, 0},
	{"markdown", "for a ticket: GitHub, GitLab, Jira", Markdown, many},
	{"text", "for a terminal", Text, many},
}

// ForPrograms are the forms that programs read.
var ForPrograms = []string{"csv", "json", "jsonl"}
