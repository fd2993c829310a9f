-- Readings that are more than twice the mean of their device's last twenty.

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

CREATE TEMPORARY TABLE switch_peaks (
  id BIGINT,
  ts BIGINT,
  v BIGINT,
  total BIGINT
) WITH (
  'connector' = 'kafka',
  'topic' = 'switch_peaks',
  'properties.bootstrap.servers' = '127.0.0.1:9092',
  'format' = 'json'
);

INSERT INTO switch_peaks
SELECT id, ts, v, total
FROM (
  SELECT id, ts, v, SUM(v) OVER w AS total, COUNT(v) OVER w AS readings
  FROM switch_readings
  WINDOW w AS (PARTITION BY id ORDER BY reading_time ROWS BETWEEN 19 PRECEDING AND CURRENT ROW)
)
WHERE v * readings > 2 * total;
