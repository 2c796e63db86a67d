package report

// Formats lists every format in name order.
var Formats = []Format{
	{"html", "one page with pictures, for a browser, from a file and without a network", HTML, many},
	{"json", "everything, for a program; its JSON Schema is report/schema/diagnosis-1.schema.json", writeJSON, 0},
	{"markdown", "for a ticket: GitHub, GitLab, Jira", Markdown, many},
	{"text", "for a terminal", Text, many},
}
