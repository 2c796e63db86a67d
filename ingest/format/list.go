package format

// All lists the formats in name order. The names of --as, completion and the docs are built from it.
var All = []Format{
	accessLog,
	actionsFormat,
	actionClaimsFormat,
	actionGroupsFormat,
	actionLogsFormat,
	claimsFormat,
	effectsFormat,
	emptyFile,
	eventList,
	harFormat,
	jsonLines,
	logfmt,
	monolog,
	sqlDump,
	nginxErrorLog,
	nginxJSON,
	phpErrorLog,
	phpMyAdminJSON,
	stripeListen,
	webhookList,
	wooCommerceLog,
	logTableFormat,
	restWebhooksFormat,
	webhooksFormat,
}
