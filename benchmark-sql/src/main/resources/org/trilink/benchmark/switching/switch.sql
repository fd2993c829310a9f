-- Devices whose value jumps from the lowest fifth to the highest, from one reading to the next.

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

CREATE TEMPORARY TABLE switch_jumps (
  id BIGINT,
  ts BIGINT,
  low BIGINT,
  high BIGINT
) WITH (
  'connector' = 'kafka',
  'topic' = 'switch_jumps',
  'properties.bootstrap.servers' = '127.0.0.1:9092',
  'format' = 'json'
);

INSERT INTO switch_jumps
SELECT id, ts, low, high
FROM switch_readings
MATCH_RECOGNIZE (
  PARTITION BY id
  ORDER BY reading_time
  MEASURES B.ts AS ts, A.v AS low, B.v AS high
  ONE ROW PER MATCH
  AFTER MATCH SKIP PAST LAST ROW
  PATTERN (A B)
  DEFINE A AS A.v < 200, B AS B.v >= 800
);
