-- How many records each id has in each hour.

SET 'pipeline.name' = 'balance';
SET 'table.local-time-zone' = 'UTC';
-- So that each record goes to the subtask of its id, on stock Flink, too.
SET 'table.optimizer.agg-phase-strategy' = 'ONE_PHASE';

CREATE TEMPORARY TABLE balance_records (
  id BIGINT,
  ts BIGINT,
  record_time AS TO_TIMESTAMP_LTZ(ts, 3),
  WATERMARK FOR record_time AS record_time - INTERVAL '0.001' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'balance_records',
  'properties.bootstrap.servers' = '127.0.0.1:9092',
  'properties.group.id' = 'balance',
  'scan.startup.mode' = 'earliest-offset',
  -- The record key: an id's records are in one partition, so that its own time alone decides what is late.
  'key.format' = 'raw',
  'key.fields' = 'id',
  'format' = 'json'
);

CREATE TEMPORARY TABLE balance_counts (
  id BIGINT,
  window_start BIGINT,
  records BIGINT
) WITH (
  'connector' = 'kafka',
  'topic' = 'balance_counts',
  'properties.bootstrap.servers' = '127.0.0.1:9092',
  'format' = 'json'
);

INSERT INTO balance_counts
SELECT /*+ TRILINK('watermark'='key') */
  id,
  CAST((window_start - TIMESTAMP '1970-01-01 00:00:00') SECOND AS BIGINT) * 1000 AS window_start,
  COUNT(*) AS records
FROM TABLE(TUMBLE(TABLE balance_records, DESCRIPTOR(record_time), INTERVAL '1' HOUR))
GROUP BY id, window_start, window_end;
