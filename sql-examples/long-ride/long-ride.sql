-- Long ride: an alert for every taxi ride that has begun and has not ended within two hours.
-- Runs in Flink's SQL Client with the Trilink planner, and without the TRILINK hint on stock Flink.

SET 'pipeline.name' = 'long-ride';

-- What a ride's taxi and driver are is not asked for here, and so not read.
CREATE TEMPORARY TABLE ride_events (
  ride_id BIGINT,
  is_start BOOLEAN,
  ts BIGINT,
  ride_time AS TO_TIMESTAMP_LTZ(ts, 3),
  WATERMARK FOR ride_time AS ride_time - INTERVAL '0.001' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'ride_events',
  'properties.bootstrap.servers' = '127.0.0.1:9092',
  'properties.group.id' = 'long-ride',
  'scan.startup.mode' = 'earliest-offset',
  -- The record key, a number of eight bytes: both events of a ride are in one partition, so that none is late
  -- because another partition is ahead.
  'key.format' = 'raw',
  'key.fields' = 'ride_id',
  'format' = 'json',
  -- A line that is no JSON object is dropped; a field that does not fit its type is NULL.
  'json.ignore-parse-errors' = 'true'
);

CREATE TEMPORARY TABLE long_ride_alerts (
  ride_id BIGINT,
  start_ts BIGINT
) WITH (
  'connector' = 'kafka',
  'topic' = 'long_ride_alerts',
  'properties.bootstrap.servers' = '127.0.0.1:9092',
  'format' = 'json'
);

-- An event without a ride or a time (missing, unreadable, outside the years 0000 to 9999) is left out.
CREATE TEMPORARY VIEW ride_starts AS
SELECT ride_id, ts, ride_time FROM ride_events
WHERE is_start AND ride_id IS NOT NULL AND ride_time IS NOT NULL;

CREATE TEMPORARY VIEW ride_ends AS
SELECT ride_id, ride_time FROM ride_events
WHERE NOT is_start AND ride_id IS NOT NULL AND ride_time IS NOT NULL;

-- An END exactly two hours after the START is in time: BETWEEN has both its ends.
-- watermark=key: no ride's alert hangs on how far other taxis are. A ride's time is that of its START until its
--   END is there, so that by its own events alone it would never be over.
-- watermark.max-skew=3 h: so other taxis say when it is over, as soon as they are three hours further. An END
--   may arrive that much later than those of taxis that are not late. Without it, alerts would come only when
--   the input ends.
CREATE TEMPORARY VIEW rides_without_end AS
SELECT /*+ TRILINK('watermark'='key', 'watermark.max-skew'='3 h') */
  ride_starts.ride_id AS ride_id,
  ride_starts.ts AS start_ts,
  PROCTIME() AS alert_time
FROM ride_starts
LEFT JOIN ride_ends
  ON ride_starts.ride_id = ride_ends.ride_id
  AND ride_ends.ride_time BETWEEN ride_starts.ride_time AND ride_starts.ride_time + INTERVAL '2' HOUR
WHERE ride_ends.ride_id IS NULL;

-- Once for every ride, also if its START was sent twice.
INSERT INTO long_ride_alerts
SELECT ride_id, start_ts
FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY ride_id ORDER BY alert_time) AS number_of_alert
  FROM rides_without_end
)
WHERE number_of_alert = 1;
