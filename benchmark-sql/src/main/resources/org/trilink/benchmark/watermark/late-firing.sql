-- low-voltage on stock Flink with late firing: a minute's row comes when the watermark passes, and comes again when
-- late readings have come for it. What stands last for a key counts. Same input, same columns as low-voltage.sql; only
-- GROUP BY TUMBLE can fire late, a window table function cannot.

SET 'pipeline.name' = 'low-voltage';
SET 'table.local-time-zone' = 'UTC';

CREATE TEMPORARY TABLE voltage_readings (
  sensor_id BIGINT,
  voltage DOUBLE,
  ts BIGINT,
  reading_time AS TO_TIMESTAMP_LTZ(ts, 3),
  WATERMARK FOR reading_time AS reading_time - INTERVAL '0.001' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'voltage_readings',
  'properties.bootstrap.servers' = '127.0.0.1:9092',
  'properties.group.id' = 'low-voltage',
  'scan.startup.mode' = 'earliest-offset',
  'format' = 'json',
  'json.ignore-parse-errors' = 'true'
);

CREATE TEMPORARY TABLE voltage_windows (
  sensor_id BIGINT,
  window_start BIGINT,
  window_end BIGINT,
  readings BIGINT,
  low_readings BIGINT,
  min_voltage DOUBLE,
  avg_voltage DOUBLE,
  PRIMARY KEY (sensor_id, window_start) NOT ENFORCED
) WITH (
  'connector' = 'upsert-kafka',
  'topic' = 'voltage_windows',
  'properties.bootstrap.servers' = '127.0.0.1:9092',
  'key.format' = 'json',
  'value.format' = 'json'
);

CREATE TEMPORARY TABLE voltage_alerts (
  sensor_id BIGINT,
  window_start BIGINT,
  window_end BIGINT,
  readings BIGINT,
  low_readings BIGINT,
  min_voltage DOUBLE,
  avg_voltage DOUBLE,
  PRIMARY KEY (sensor_id, window_start) NOT ENFORCED
) WITH (
  'connector' = 'upsert-kafka',
  'topic' = 'voltage_alerts',
  'properties.bootstrap.servers' = '127.0.0.1:9092',
  'key.format' = 'json',
  'value.format' = 'json'
);

CREATE TEMPORARY VIEW voltage_by_minute AS
SELECT
  sensor_id,
  CAST((TUMBLE_START(reading_time, INTERVAL '1' MINUTE) - TIMESTAMP '1970-01-01 00:00:00') SECOND AS BIGINT) * 1000
    AS window_start,
  CAST((TUMBLE_END(reading_time, INTERVAL '1' MINUTE) - TIMESTAMP '1970-01-01 00:00:00') SECOND AS BIGINT) * 1000
    AS window_end,
  COUNT(*) AS readings,
  COUNT(*) FILTER (WHERE voltage < 198.0E0) AS low_readings,
  MIN(voltage) AS min_voltage,
  AVG(voltage) AS avg_voltage
FROM voltage_readings
WHERE reading_time IS NOT NULL
GROUP BY sensor_id, TUMBLE(reading_time, INTERVAL '1' MINUTE);

BEGIN STATEMENT SET;

INSERT INTO voltage_windows
SELECT * FROM voltage_by_minute;

INSERT INTO voltage_alerts
SELECT * FROM voltage_by_minute
WHERE low_readings * 2 >= readings;

END;
