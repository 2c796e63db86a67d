package report

// Formats lists every format in name order.
var Formats = []Format{
	{"json", "everything, for a program; its JSON Schema is report/schema/diagnosis-1.schema.json", writeJSON, 0},
	{"markdown", "for a ticket: GitHub, GitLab, Jira", Markdown, many},
	{"text", "for a terminal", Text, many},
}
