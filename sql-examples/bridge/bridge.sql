-- Bridge: per sensor, windows of 10 s every 2 s; an alert level where the arch has settled or moved too far.
-- Runs in Flink's SQL Client with the Trilink planner, and without the TRILINK hint on stock Flink.

SET 'pipeline.name' = 'bridge';
-- window_start and window_end are turned into epoch milliseconds below.
SET 'table.local-time-zone' = 'UTC';

CREATE TEMPORARY TABLE settlement_readings (
  sensor_id STRING,
  settlement_mm DOUBLE,
  ts BIGINT,
  reading_time AS TO_TIMESTAMP_LTZ(ts, 3),
  -- A sensor's readings come in order. The millisecond lets equal times follow each other at a window's end.
  WATERMARK FOR reading_time AS reading_time - INTERVAL '0.001' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'settlement_readings',
  'properties.bootstrap.servers' = '127.0.0.1:9092',
  'properties.group.id' = 'bridge',
  'scan.startup.mode' = 'earliest-offset',
  -- The record key: all readings of a sensor are in one partition, so that its own time alone decides what is late.
  'key.format' = 'raw',
  'key.fields' = 'sensor_id',
  'format' = 'json',
  -- A line that is no JSON object is dropped; a field that does not fit its type is NULL.
  'json.ignore-parse-errors' = 'true'
);

CREATE TEMPORARY TABLE bridge_alerts (
  sensor_id STRING,
  window_start BIGINT,
  window_end BIGINT,
  readings BIGINT,
  avg_mm DOUBLE,
  range_mm DOUBLE,
  level STRING
) WITH (
  'connector' = 'kafka',
  'topic' = 'bridge_alerts',
  'properties.bootstrap.servers' = '127.0.0.1:9092',
  'format' = 'json'
);

-- watermark=key: each bridge's readings come by a gateway of its own, and some of these are late. Every sensor
--   closes its own windows, so that no reading is dropped, and no bridge waits for another one's gateway.
-- exchange=local-merge: a sensor has 100 readings in the 2 s that its windows move on by. They are merged into
--   one row where they are read, and one row in place of 100 crosses the network.
-- local-merge.emit.delay=200 ms: none waits longer than that to be merged with others, for an alert must be quick.
-- partition=least-key: sensors are few and all equally busy, so that by their hash alone one subtask would have
--   more of them than another. Each new one goes where the fewest are.
CREATE TEMPORARY VIEW settlement_windows AS
SELECT /*+ TRILINK('watermark'='key', 'partition'='least-key', 'exchange'='local-merge',
                   'local-merge.emit'='punctuated, period', 'local-merge.emit.delay'='200 ms') */
  sensor_id,
  CAST((window_start - TIMESTAMP '1970-01-01 00:00:00') SECOND AS BIGINT) * 1000 AS window_start,
  CAST((window_end - TIMESTAMP '1970-01-01 00:00:00') SECOND AS BIGINT) * 1000 AS window_end,
  COUNT(*) AS readings,
  AVG(settlement_mm) AS avg_mm,
  MAX(settlement_mm) - MIN(settlement_mm) AS range_mm
FROM TABLE(HOP(TABLE settlement_readings, DESCRIPTOR(reading_time), INTERVAL '2' SECOND, INTERVAL '10' SECOND))
-- NULL when ts is missing, unreadable or outside the years 0000 to 9999: such a reading belongs to no window.
WHERE reading_time IS NOT NULL
-- No settlement is a kilometre. This leaves out what is missing, NaN and infinity, too.
  AND ABS(settlement_mm) <= 1000000E0
GROUP BY sensor_id, window_start, window_end;

-- (E0 makes a limit a DOUBLE: a DECIMAL would be compared by way of a BigDecimal.)
INSERT INTO bridge_alerts
SELECT *
FROM (
  SELECT
    sensor_id, window_start, window_end, readings, avg_mm, range_mm,
    CASE
      WHEN ABS(avg_mm) >= 20E0 OR range_mm >= 6E0 THEN 'red'
      WHEN ABS(avg_mm) >= 15E0 OR range_mm >= 4E0 THEN 'orange'
      WHEN ABS(avg_mm) >= 10E0 OR range_mm >= 2.5E0 THEN 'yellow'
    END AS level
  FROM settlement_windows
)
WHERE level IS NOT NULL;
