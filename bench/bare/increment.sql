\set n random(100000, 199999)
UPDATE "BenchCounter" SET "score" = COALESCE("score", 0) + 1, "updatedAt" = now()
 WHERE "objectId" = 'coun' || :n::text AND ("_wperm" IS NULL OR "_wperm" && :group::text[])
RETURNING *;
