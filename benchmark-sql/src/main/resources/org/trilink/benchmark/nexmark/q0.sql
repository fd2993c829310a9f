-- All bids, as they are: what reading and writing alone cost.

SELECT /*+ TRILINK(HINT) */ auction, bidder, price, date_time, extra
FROM bid
