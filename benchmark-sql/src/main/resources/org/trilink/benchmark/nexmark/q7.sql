-- The bids with the highest price of each ten seconds.

SELECT b.auction, b.bidder, b.price, b.date_time, b.extra
FROM bid b
JOIN (
  SELECT /*+ TRILINK(HINT) */ MAX(price) AS price, window_end AS until
  FROM TABLE(TUMBLE(TABLE bid, DESCRIPTOR(date_time), INTERVAL '10' SECOND))
  GROUP BY window_start, window_end) most
ON b.price = most.price AND b.date_time BETWEEN most.until - INTERVAL '10' SECOND AND most.until
