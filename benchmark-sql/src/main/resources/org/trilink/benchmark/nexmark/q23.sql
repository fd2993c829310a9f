-- The bids of those who sell something themselves, with the bidder and all that they sell.

SELECT /*+ TRILINK(HINT) */ b.auction, b.price, b.channel, b.url, b.extra AS bid_extra, p.id,
  p.name, p.email_address, p.credit_card, p.city, p.state, p.extra AS person_extra,
  a.id AS sold, a.item_name, a.description, a.initial_bid, a.reserve, a.date_time AS opened,
  a.expires, a.category, a.extra AS auction_extra
FROM bid b
JOIN person p ON p.id = b.bidder
JOIN auction a ON a.seller = b.bidder
