-- Who sells things of category 10 in three states.

SELECT /*+ TRILINK(HINT) */ p.name, p.city, p.state, a.id
FROM auction a
JOIN person p ON a.seller = p.id
WHERE a.category = 10 AND p.state IN ('OR', 'ID', 'CA')
