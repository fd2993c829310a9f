-- The three kinds of events, each as a table of its own.

CREATE TEMPORARY VIEW person AS
SELECT person.id, person.name, person.email_address, person.credit_card, person.city,
  person.state, date_time, person.extra
FROM nexmark
WHERE event_type = 0;

CREATE TEMPORARY VIEW auction AS
SELECT auction.id, auction.item_name, auction.description, auction.initial_bid, auction.reserve,
  date_time, auction.expires, auction.seller, auction.category, auction.extra
FROM nexmark
WHERE event_type = 1;

CREATE TEMPORARY VIEW bid AS
SELECT bid.auction, bid.bidder, bid.price, bid.channel, bid.url, date_time, bid.extra
FROM nexmark
WHERE event_type = 2;

-- A bid and the clock's time at which it is read.
CREATE TEMPORARY VIEW bid_read AS
SELECT *, PROCTIME() AS read_time
FROM bid;
