-- How many bids of a bidder follow each other without ten seconds between them.

SELECT /*+ TRILINK(HINT) */ bidder, COUNT(*) AS bids,
  SESSION_START(date_time, INTERVAL '10' SECOND) AS since,
  SESSION_END(date_time, INTERVAL '10' SECOND) AS until
FROM bid
GROUP BY bidder, SESSION(date_time, INTERVAL '10' SECOND)
