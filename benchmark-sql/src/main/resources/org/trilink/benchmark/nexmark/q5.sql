-- The auctions with the most bids of the last ten seconds, every two seconds.

WITH counts AS (
  SELECT /*+ TRILINK(HINT) */ auction, window_start, window_end, COUNT(*) AS bids
  FROM TABLE(HOP(TABLE bid, DESCRIPTOR(date_time), INTERVAL '2' SECOND, INTERVAL '10' SECOND))
  GROUP BY auction, window_start, window_end)
SELECT c.auction, c.bids
FROM counts c
JOIN (
  SELECT window_start, window_end, MAX(bids) AS bids
  FROM counts
  GROUP BY window_start, window_end) most
ON c.window_start = most.window_start AND c.window_end = most.window_end AND c.bids >= most.bids
