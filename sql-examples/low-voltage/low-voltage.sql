-- Low voltage: per sensor and minute, how many readings were low; an alert when at least half were.
-- Runs in Flink's SQL Client with the Trilink planner, and without the TRILINK hint on stock Flink.

SET 'pipeline.name' = 'low-voltage';
-- window_start and window_end are shown in the session's time zone, and turned into epoch milliseconds below.
SET 'table.local-time-zone' = 'UTC';

CREATE TEMPORARY TABLE voltage_readings (
  sensor_id BIGINT,
  voltage DOUBLE,
  ts BIGINT,
  reading_time AS TO_TIMESTAMP_LTZ(ts, 3),
  -- A sensor's readings come in order. The millisecond lets equal times follow each other at a window's end.
  WATERMARK FOR reading_time AS reading_time - INTERVAL '0.001' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'voltage_readings',
  'properties.bootstrap.servers' = '127.0.0.1:9092',
  'properties.group.id' = 'low-voltage',
  'scan.startup.mode' = 'earliest-offset',
  -- The record key, a number of eight bytes: all readings of a sensor are in one partition, so that its own time
  -- alone decides what is late. 'exchange'='ahead-keyby' needs it, too.
  'key.format' = 'raw',
  'key.fields' = 'sensor_id',
  'format' = 'json',
  -- A line that is no JSON object is dropped; a field that does not fit its type is NULL.
  'json.ignore-parse-errors' = 'true'
);

CREATE TEMPORARY TABLE voltage_windows (
  sensor_id BIGINT,
  window_start BIGINT,
  window_end BIGINT,
  readings BIGINT,
  low_readings BIGINT,
  min_voltage DOUBLE,
  avg_voltage DOUBLE
) WITH (
  'connector' = 'kafka',
  'topic' = 'voltage_windows',
  'properties.bootstrap.servers' = '127.0.0.1:9092',
  'format' = 'json'
);

CREATE TEMPORARY TABLE voltage_alerts (
  sensor_id BIGINT,
  window_start BIGINT,
  window_end BIGINT,
  readings BIGINT,
  low_readings BIGINT,
  min_voltage DOUBLE,
  avg_voltage DOUBLE
) WITH (
  'connector' = 'kafka',
  'topic' = 'voltage_alerts',
  'properties.bootstrap.servers' = '127.0.0.1:9092',
  'format' = 'json'
);

-- Low is below 198.0 V: 220 V less 10 %, the lower limit of GB/T 12325. (E0 makes it a DOUBLE: a DECIMAL
-- would be compared by way of a BigDecimal for every reading.)
-- Each sensor has its own watermark. A sensor sends sixty readings a minute: merged before the exchange, few rows
-- cross it. A window is fired by its sensor's first reading of the next minute, which local merge holds until that
-- minute is over; with 'period', for no longer than 200 ms.
CREATE TEMPORARY VIEW voltage_by_minute AS
SELECT /*+ TRILINK('watermark'='key', 'exchange'='local-merge',
                   'local-merge.emit'='punctuated, period', 'local-merge.emit.delay'='200 ms') */
  sensor_id,
  CAST((window_start - TIMESTAMP '1970-01-01 00:00:00') SECOND AS BIGINT) * 1000 AS window_start,
  CAST((window_end - TIMESTAMP '1970-01-01 00:00:00') SECOND AS BIGINT) * 1000 AS window_end,
  COUNT(*) AS readings,
  COUNT(*) FILTER (WHERE voltage < 198.0E0) AS low_readings,
  MIN(voltage) AS min_voltage,
  AVG(voltage) AS avg_voltage
FROM TABLE(TUMBLE(TABLE voltage_readings, DESCRIPTOR(reading_time), INTERVAL '1' MINUTE))
-- NULL when ts is missing, unreadable or outside the years 0000 to 9999. Such a reading belongs to no
-- minute. Without this line, Flink counts it in the first minute of 1970.
WHERE reading_time IS NOT NULL
GROUP BY sensor_id, window_start, window_end;

BEGIN STATEMENT SET;

INSERT INTO voltage_windows
SELECT * FROM voltage_by_minute;

INSERT INTO voltage_alerts
SELECT * FROM voltage_by_minute
WHERE low_readings * 2 >= readings;

END;
