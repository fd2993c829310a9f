-- The bids for some auctions.

SELECT /*+ TRILINK(HINT) */ auction, price
FROM bid
WHERE MOD(auction, 123) = 0
