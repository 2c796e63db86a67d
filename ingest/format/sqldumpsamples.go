package format

var sqlDumpSamples = []Sample{
	// mariadb-dump: a line for each row.
	{Text: `/*M!999999\- enable the sandbox mode */ 
-- MariaDB dump 10.19  Distrib 10.11.19-MariaDB, for debian-linux-gnu (x86_64)
--
/*!40101 SET NAMES utf8mb4 */;
DROP TABLE IF EXISTS ` + "`wp_actionscheduler_logs`" + `;
CREATE TABLE ` + "`wp_actionscheduler_logs`" + ` (
  ` + "`log_id`" + ` bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  ` + "`action_id`" + ` bigint(20) unsigned NOT NULL,
  ` + "`message`" + ` text NOT NULL COMMENT 'one, of (many)',
  ` + "`log_date_gmt`" + ` datetime DEFAULT '0000-00-00 00:00:00',
  ` + "`log_date_local`" + ` datetime DEFAULT '0000-00-00 00:00:00',
  PRIMARY KEY (` + "`log_id`" + `),
  KEY ` + "`action_id`" + ` (` + "`action_id`" + `)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
LOCK TABLES ` + "`wp_actionscheduler_logs`" + ` WRITE;
/*!40000 ALTER TABLE ` + "`wp_actionscheduler_logs`" + ` DISABLE KEYS */;
INSERT INTO ` + "`wp_actionscheduler_logs`" + ` VALUES
(20,16,'action created','2026-11-30 08:26:24','2026-11-30 09:26:24'),
(23,17,'action failed via WP CLI: it\'s \"gone\"','2026-11-30 08:26:25','2026-11-30 09:26:25');
UNLOCK TABLES;
-- Dump completed on 2026-11-30  9:02:30
`, Records: 2},
	// mysqldump: a line for all rows; here without CREATE TABLE.
	{Text: "-- MySQL dump 10.13  Distrib 8.0.40, for Linux (x86_64)\n" +
		"INSERT INTO `shop_options` VALUES (1,'siteurl','http://shop.example.test:8080/','yes'),(2,'it''s','(1)','no');\n" +
		"INSERT INTO `shop_wc_webhooks` VALUES (2,'active','Versand',1,'http://hooks.example.test/woo','geheim','order.updated'," +
		"'2026-11-30 09:26:22','2026-11-30 08:26:22','2026-11-30 09:26:28','2026-11-30 08:26:28',3,0,0)," +
		"(3,'paused',_binary 'Versand (neu)',1,0x687474703A2F2F682E6578616D706C652E746573742F,'geheim','order.updated'," +
		"'2026-11-30 09:26:22','2026-11-30 08:26:22','2026-11-30 09:26:28','2026-11-30 08:26:28',3,0,0);\n", Records: 2},
	// phpMyAdmin: the columns in each statement.
	{Text: `-- phpMyAdmin SQL Dump
-- version 5.2.1
SET SQL_MODE = "NO_AUTO_VALUE_ON_ZERO";
START TRANSACTION;
SET time_zone = "+00:00";

INSERT INTO ` + "`wp_actionscheduler_actions` (`action_id`, `hook`, `status`, `scheduled_date_gmt`, `args`, `attempts`, `extended_args`)" + ` VALUES
(16, 'wc-admin_import_orders', 'pending', '2026-11-30 08:26:29', '[14]', 0, NULL),
(17, 'woocommerce_deliver_webhook_async', 'complete', '2026-11-30 08:26:25', '{\"webhook_id\":3,\"arg\":14}', 1, NULL);
COMMIT;
`, Records: 1},
	{Text: "-- the customer called twice\nSELECT * FROM wp_posts;\n", Refused: true},
	{Text: "INSERT INTO the log: nothing\n", Refused: true},
}
