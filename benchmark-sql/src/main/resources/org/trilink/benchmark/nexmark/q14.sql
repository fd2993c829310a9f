-- The bids of medium price, with the time of day and how often a letter is in a text.

SELECT /*+ TRILINK(HINT) */ auction, bidder, 0.908 * price AS price,
  CASE
    WHEN HOUR(date_time) BETWEEN 8 AND 18 THEN 'day'
    WHEN HOUR(date_time) <= 6 OR HOUR(date_time) >= 20 THEN 'night'
    ELSE 'between'
  END AS bid_time,
  date_time, extra, COUNT_CHAR(extra, 'c') AS letters
FROM bid
WHERE 0.908 * price > 1000000 AND 0.908 * price < 50000000
