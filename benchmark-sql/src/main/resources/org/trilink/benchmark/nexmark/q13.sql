-- All bids with a value of another table, which does not change.

SELECT /*+ TRILINK(HINT) */ b.auction, b.bidder, b.price, b.date_time, s.side_value
FROM bid_read b
JOIN side_input FOR SYSTEM_TIME AS OF b.read_time AS s ON MOD(b.auction, 10000) = s.side_key
