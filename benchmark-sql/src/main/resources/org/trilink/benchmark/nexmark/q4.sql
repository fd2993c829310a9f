-- The average price of each category: of an auction the highest bid before it expired counts.

SELECT /*+ TRILINK(HINT) */ category, AVG(final) AS average
FROM (
  SELECT a.id, a.category, MAX(b.price) AS final
  FROM auction a
  JOIN bid b ON a.id = b.auction AND b.date_time BETWEEN a.date_time AND a.expires
  GROUP BY a.id, a.category)
GROUP BY category
