-- All bids with the day and the minute by which a file system would be partitioned.

SELECT /*+ TRILINK(HINT) */ auction, bidder, price, date_time, extra,
  DATE_FORMAT(date_time, 'yyyy-MM-dd') AS bid_day, DATE_FORMAT(date_time, 'HH:mm') AS bid_minute
FROM bid
