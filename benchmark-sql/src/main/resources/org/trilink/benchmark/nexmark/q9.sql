-- Each auction with its winning bid so far.

SELECT id, item_name, description, initial_bid, reserve, opened, expires, seller, category, extra,
  bidder, price, bid_time, bid_extra
FROM (
  SELECT /*+ TRILINK(HINT) */ a.id, a.item_name, a.description, a.initial_bid, a.reserve,
    a.date_time AS opened, a.expires, a.seller, a.category, a.extra, b.bidder, b.price,
    b.date_time AS bid_time, b.extra AS bid_extra,
    ROW_NUMBER() OVER (PARTITION BY a.id ORDER BY b.price DESC, b.date_time) AS place
  FROM auction a
  JOIN bid b ON a.id = b.auction AND b.date_time BETWEEN a.date_time AND a.expires)
WHERE place = 1
