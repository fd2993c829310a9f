-- Sustained sag: five or more low readings of a sensor in a row, reported when its voltage recovers.
-- Runs in Flink's SQL Client with the Trilink planner, and without the TRILINK hint on stock Flink.

SET 'pipeline.name' = 'sustained-sag';

CREATE TEMPORARY TABLE voltage_readings (
  sensor_id BIGINT,
  voltage DOUBLE,
  ts BIGINT,
  reading_time AS TO_TIMESTAMP_LTZ(ts, 3),
  -- A sensor's readings come in order. The millisecond lets equal times follow each other.
  WATERMARK FOR reading_time AS reading_time - INTERVAL '0.001' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'voltage_readings',
  'properties.bootstrap.servers' = '127.0.0.1:9092',
  'properties.group.id' = 'sustained-sag',
  'scan.startup.mode' = 'earliest-offset',
  -- The record key, a number of eight bytes: all readings of a sensor are in one partition, so that its own time
  -- alone decides what is late. 'exchange'='ahead-keyby' needs it, too.
  'key.format' = 'raw',
  'key.fields' = 'sensor_id',
  'format' = 'json',
  -- A line that is no JSON object is dropped; a field that does not fit its type is NULL.
  'json.ignore-parse-errors' = 'true'
);

CREATE TEMPORARY TABLE voltage_sags (
  sensor_id BIGINT,
  sag_start BIGINT,
  sag_end BIGINT,
  readings BIGINT,
  min_voltage DOUBLE
) WITH (
  'connector' = 'kafka',
  'topic' = 'voltage_sags',
  'properties.bootstrap.servers' = '127.0.0.1:9092',
  'format' = 'json'
);

-- A reading without a voltage is neither low nor a recovery; one without a time has no place in the order.
CREATE TEMPORARY VIEW voltages AS
SELECT sensor_id, voltage, ts, reading_time
FROM voltage_readings /*+ TRILINK('watermark'='key') */
WHERE voltage IS NOT NULL AND reading_time IS NOT NULL;

-- A sag is [sag_start, sag_end): from the first low reading to the first that is not low any more.
INSERT INTO voltage_sags
SELECT sensor_id, sag_start, sag_end, readings, min_voltage
FROM voltages
-- Named at its end: EXPLAIN PLAN FOR INSERT fails for one without a name in Flink 1.14.
MATCH_RECOGNIZE (
  PARTITION BY sensor_id
  ORDER BY reading_time
  MEASURES
    FIRST(LOW.ts) AS sag_start,
    RECOVERED.ts AS sag_end,
    COUNT(LOW.ts) AS readings,
    MIN(LOW.voltage) AS min_voltage
  ONE ROW PER MATCH
  -- Of the matches that begin with each of a sag's readings, the one with its first reading is left.
  AFTER MATCH SKIP PAST LAST ROW
  PATTERN (LOW{5,} RECOVERED)
  DEFINE
    -- 220 V less 10 %, the lower limit of GB/T 12325.
    LOW AS voltage < 198.0E0,
    RECOVERED AS voltage >= 198.0E0
) AS sags;
