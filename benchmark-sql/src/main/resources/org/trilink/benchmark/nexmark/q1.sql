-- All bids, with the price in euros.

SELECT /*+ TRILINK(HINT) */ auction, bidder, 0.908 * price AS price, date_time, extra
FROM bid
