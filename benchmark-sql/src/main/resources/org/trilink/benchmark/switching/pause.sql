-- How many readings a device has sent, beside as much state as its first one says.

SET 'pipeline.name' = 'pause';
SET 'table.local-time-zone' = 'UTC';

CREATE TEMPORARY TABLE pause_readings (
  id BIGINT,
  size INT,
  ts BIGINT,
  reading_time AS TO_TIMESTAMP_LTZ(ts, 3),
  WATERMARK FOR reading_time AS reading_time - INTERVAL '0.001' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'pause_readings',
  'properties.bootstrap.servers' = '127.0.0.1:9092',
  'properties.group.id' = 'pause',
  'scan.startup.mode' = 'earliest-offset',
  'format' = 'json'
);

CREATE TEMPORARY TABLE pause_rows (
  id BIGINT,
  readings BIGINT
) WITH (
  'connector' = 'kafka',
  'topic' = 'pause_rows',
  'properties.bootstrap.servers' = '127.0.0.1:9092',
  'format' = 'json'
);

INSERT INTO pause_rows
SELECT id, readings
FROM (
  -- a string's maximum would be copied for every row
  SELECT id, COUNT(*) OVER w AS readings, COUNT(DISTINCT part) OVER w AS parts
  FROM (
    SELECT id, ts, reading_time, CASE WHEN size > 0 THEN REPEAT('x', size) END AS part
    FROM pause_readings
  )
  WINDOW w AS (
    PARTITION BY id ORDER BY reading_time ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
  )
)
-- else some of the state is lost, and this row is missed
WHERE parts = 1;
