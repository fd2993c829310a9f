-- The bids of each day by price, and how many bidders and auctions there were.

SELECT /*+ TRILINK(HINT) */ DATE_FORMAT(date_time, 'yyyy-MM-dd') AS bid_day,
  COUNT(*) AS bids,
  COUNT(*) FILTER (WHERE price < 10000) AS low_bids,
  COUNT(*) FILTER (WHERE price >= 10000 AND price < 1000000) AS medium_bids,
  COUNT(*) FILTER (WHERE price >= 1000000) AS high_bids,
  COUNT(DISTINCT bidder) AS bidders,
  COUNT(DISTINCT bidder) FILTER (WHERE price < 10000) AS low_bidders,
  COUNT(DISTINCT bidder) FILTER (WHERE price >= 10000 AND price < 1000000) AS medium_bidders,
  COUNT(DISTINCT bidder) FILTER (WHERE price >= 1000000) AS high_bidders,
  COUNT(DISTINCT auction) AS auctions,
  COUNT(DISTINCT auction) FILTER (WHERE price < 10000) AS low_auctions,
  COUNT(DISTINCT auction) FILTER (WHERE price >= 10000 AND price < 1000000) AS medium_auctions,
  COUNT(DISTINCT auction) FILTER (WHERE price >= 1000000) AS high_auctions
FROM bid
GROUP BY DATE_FORMAT(date_time, 'yyyy-MM-dd')
