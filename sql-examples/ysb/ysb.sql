-- Yahoo Streaming Benchmark: views per campaign and 10 seconds, kept in Redis in the benchmark's own layout.
-- Runs in Flink's SQL Client with the Trilink planner, and without the TRILINK hint on stock Flink.

SET 'pipeline.name' = 'ysb';
-- Times are shown in the session's time zone, and turned into epoch milliseconds below.
SET 'table.local-time-zone' = 'UTC';

CREATE TEMPORARY TABLE ad_events (
  user_id STRING,
  page_id STRING,
  ad_id STRING,
  ad_type STRING,
  event_type STRING,
  event_time STRING,
  ip_address STRING,
  happened AS TO_TIMESTAMP_LTZ(CAST(event_time AS BIGINT), 3),
  looked_up AS PROCTIME(),
  -- A campaign's events come in order. The millisecond lets equal times follow each other at a window's end.
  WATERMARK FOR happened AS happened - INTERVAL '0.001' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'ad-events',
  'properties.bootstrap.servers' = '127.0.0.1:9092',
  'properties.group.id' = 'ysb',
  'scan.startup.mode' = 'earliest-offset',
  'format' = 'json',
  -- A line that is no JSON object is dropped.
  'json.ignore-parse-errors' = 'true'
);

-- SET <ad id> <campaign id>
CREATE TEMPORARY TABLE ad_campaigns (
  ad_id STRING,
  campaign_id STRING,
  PRIMARY KEY (ad_id) NOT ENFORCED
) WITH (
  'connector' = 'redis',
  'nodes' = '127.0.0.1:6379',
  'data-type' = 'string',
  -- An ad never changes its campaign, and there are a thousand: after the first seconds nothing is asked of Redis.
  -- Not 'full', which would load every string in the database: the ads have no key prefix in common.
  'lookup.cache' = 'partial',
  'lookup.cache.max-rows' = '100000',
  'lookup.cache.ttl' = '1 h'
);

-- HSET <campaign id> <window start in ms> <window id>, and HSET <campaign id> windows <list id>
CREATE TEMPORARY TABLE campaigns (
  campaign_id STRING,
  field STRING,
  id STRING,
  PRIMARY KEY (campaign_id, field) NOT ENFORCED
) WITH (
  'connector' = 'redis',
  'nodes' = '127.0.0.1:6379',
  'data-type' = 'hash-field'
);

-- LPUSH <list id> <window start in ms>
CREATE TEMPORARY TABLE window_lists (
  list_id STRING,
  window_start STRING
) WITH (
  'connector' = 'redis',
  'nodes' = '127.0.0.1:6379',
  'data-type' = 'list',
  'sink.command' = 'lpush'
);

-- HSET <window id> seen_count <count> time_updated <now in ms>
CREATE TEMPORARY TABLE windows (
  window_id STRING,
  seen_count BIGINT,
  time_updated BIGINT,
  PRIMARY KEY (window_id) NOT ENFORCED
) WITH (
  'connector' = 'redis',
  'nodes' = '127.0.0.1:6379',
  'data-type' = 'hash',
  -- A row a campaign and window is not much to write, so each goes at once: time_updated is then the time of the
  -- writing, too.
  'sink.buffer-flush.max-rows' = '1'
);

CREATE TEMPORARY VIEW campaign_views AS
SELECT campaign_id, happened
FROM ad_events
JOIN ad_campaigns FOR SYSTEM_TIME AS OF ad_events.looked_up
  ON ad_events.ad_id = ad_campaigns.ad_id
WHERE event_type = 'view'
-- NULL when event_time is missing, unreadable or outside the years 0000 to 9999.
AND happened IS NOT NULL;

-- 'watermark'='key': each campaign closes its windows when its own views have passed their ends, however late the
-- campaign is. 'watermark.order'='by-key': the topic's record keys are campaigns, so that one campaign's events are
-- in one partition, in order; no column of the table can say so, because the campaign is looked up.
-- No merging before the exchange: it saves records in the network, but holds back the view that tells
-- that a window has ended, and this benchmark is about latency (demo --exchange local-merge shows it).
CREATE TEMPORARY VIEW campaign_windows AS
SELECT /*+ TRILINK('watermark'='key', 'watermark.order'='by-key') */
  campaign_id,
  CAST(CAST((window_start - TIMESTAMP '1970-01-01 00:00:00') SECOND AS BIGINT) * 1000 AS STRING) AS window_start,
  COUNT(*) AS seen_count
FROM TABLE(TUMBLE(TABLE campaign_views, DESCRIPTOR(happened), INTERVAL '10' SECOND))
GROUP BY campaign_id, window_start, window_end;

-- Ids are made of what they are for, so that a replay after a failure writes the same keys again.
CREATE TEMPORARY VIEW hashed_windows AS
SELECT *, MD5(campaign_id || window_start) AS window_hash, MD5(campaign_id) AS list_hash
FROM campaign_windows;

CREATE TEMPORARY VIEW identified_windows AS
SELECT
  campaign_id,
  window_start,
  seen_count,
  CONCAT_WS('-', SUBSTRING(window_hash, 1, 8), SUBSTRING(window_hash, 9, 4), SUBSTRING(window_hash, 13, 4),
    SUBSTRING(window_hash, 17, 4), SUBSTRING(window_hash, 21)) AS window_id,
  CONCAT_WS('-', SUBSTRING(list_hash, 1, 8), SUBSTRING(list_hash, 9, 4), SUBSTRING(list_hash, 13, 4),
    SUBSTRING(list_hash, 17, 4), SUBSTRING(list_hash, 21)) AS list_id
FROM hashed_windows
-- Always true, and used by each INSERT, so that all have the same windows, counted once.
WHERE seen_count > 0;

BEGIN STATEMENT SET;

INSERT INTO windows
SELECT
  window_id,
  seen_count,
  -- An interval is cast to whole seconds; of a thousand times the interval these are the milliseconds.
  CAST((CAST(CURRENT_ROW_TIMESTAMP() AS TIMESTAMP(3)) - TIMESTAMP '1970-01-01 00:00:00') SECOND * 1000 AS BIGINT)
FROM identified_windows;

INSERT INTO campaigns
SELECT campaign_id, window_start, window_id
FROM identified_windows;

INSERT INTO campaigns
SELECT campaign_id, 'windows', list_id
FROM identified_windows;

INSERT INTO window_lists
SELECT list_id, window_start
FROM identified_windows;

END;
