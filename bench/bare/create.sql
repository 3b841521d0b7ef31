\set id random(100000000000000, 999999999999999)
\set category random(1000, 1999)
\set score random(0, 999)
\set author random(100000, 100999)
INSERT INTO "BenchEntry" ("objectId", "createdAt", "updatedAt", "title", "draft", "publishedAt", "category", "score", "author", "_rperm", "_wperm")
VALUES (:id::text, now(), now(), 'An entry that a user has just written', false, now(),
        'category' || :category::text, :score, 'auth' || :author::text, :readers::text[], :writers::text[]);
