-- What each device has sent in each second of event time.

SET 'pipeline.name' = 'switch';
SET 'table.local-time-zone' = 'UTC';

CREATE TEMPORARY TABLE switch_readings (
  id BIGINT,
  v BIGINT,
  ts BIGINT,
  reading_time AS TO_TIMESTAMP_LTZ(ts, 3),
  WATERMARK FOR reading_time AS reading_time - INTERVAL '0.001' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'switch_readings',
  'properties.bootstrap.servers' = '127.0.0.1:9092',
  'properties.group.id' = 'switch',
  'scan.startup.mode' = 'earliest-offset',
  'format' = 'json'
);

CREATE TEMPORARY TABLE switch_seconds (
  id BIGINT,
  `second` BIGINT,
  readings BIGINT,
  total BIGINT,
  differing BIGINT
) WITH (
  'connector' = 'kafka',
  'topic' = 'switch_seconds',
  'properties.bootstrap.servers' = '127.0.0.1:9092',
  'format' = 'json'
);

INSERT INTO switch_seconds
SELECT id, MIN(ts) / 1000, COUNT(*), SUM(v), COUNT(DISTINCT v)
FROM switch_readings
GROUP BY id, TUMBLE(reading_time, INTERVAL '1' SECOND);
