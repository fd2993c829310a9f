-- How many bids of a bidder are read in each ten seconds of the clock.

SELECT /*+ TRILINK(HINT) */ bidder, COUNT(*) AS bids, window_start, window_end
FROM TABLE(TUMBLE(TABLE bid_read, DESCRIPTOR(read_time), INTERVAL '10' SECOND))
GROUP BY bidder, window_start, window_end
