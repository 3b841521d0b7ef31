\set n random(100000, 199999)
SELECT * FROM "BenchItem"
 WHERE "objectId" = 'item' || :n::text AND ("_rperm" IS NULL OR "_rperm" && :group::text[]) LIMIT 1;
