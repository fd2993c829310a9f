-- All bids with the folders of the address.

SELECT /*+ TRILINK(HINT) */ auction, bidder, price, channel,
  SPLIT_INDEX(url, '/', 3) AS folder_1, SPLIT_INDEX(url, '/', 4) AS folder_2,
  SPLIT_INDEX(url, '/', 5) AS folder_3
FROM bid
