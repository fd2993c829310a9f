-- The readings of each device, counted; of these one in sixteen is chosen by a digest. It takes most of
-- the time, and it can only be made behind the exchange, for it is of the count.

SET 'pipeline.name' = 'switch';
SET 'table.local-time-zone' = 'UTC';

CREATE TEMPORARY TABLE switch_readings (
  id BIGINT,
  arrival_time AS PROCTIME()
) WITH (
  'connector' = 'kafka',
  'topic' = 'switch_readings',
  'properties.bootstrap.servers' = '127.0.0.1:9092',
  'properties.group.id' = 'switch',
  'scan.startup.mode' = 'earliest-offset',
  'format' = 'json'
);

CREATE TEMPORARY TABLE switch_chosen (
  id BIGINT,
  readings BIGINT
) WITH (
  'connector' = 'kafka',
  'topic' = 'switch_chosen',
  'properties.bootstrap.servers' = '127.0.0.1:9092',
  'format' = 'json'
);

INSERT INTO switch_chosen
SELECT id, readings
FROM (
  SELECT id, COUNT(*) OVER w AS readings
  FROM switch_readings
  WINDOW w AS (
    PARTITION BY id ORDER BY arrival_time ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
  )
)
WHERE SHA512(REPEAT(CONCAT(CAST(id AS STRING), '-', CAST(readings AS STRING)), 2500)) LIKE '0%';
