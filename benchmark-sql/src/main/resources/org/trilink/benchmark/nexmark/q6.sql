-- Of each seller the average price of the last ten auctions that were closed.

SELECT /*+ TRILINK(HINT) */ seller, AVG(final) OVER (
  PARTITION BY seller ORDER BY closed ROWS BETWEEN 9 PRECEDING AND CURRENT ROW) AS average
FROM (
  SELECT a.seller, b.price AS final, b.date_time AS closed, ROW_NUMBER() OVER (
    PARTITION BY a.id, a.seller ORDER BY b.price DESC) AS place
  FROM auction a
  JOIN bid b ON a.id = b.auction AND b.date_time BETWEEN a.date_time AND a.expires)
WHERE place = 1
