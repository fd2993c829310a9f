-- The last bid of each bidder for each auction.

SELECT auction, bidder, price, channel, url, date_time, extra
FROM (
  SELECT /*+ TRILINK(HINT) */ *, ROW_NUMBER() OVER (
    PARTITION BY bidder, auction ORDER BY date_time DESC) AS place
  FROM bid)
WHERE place = 1
