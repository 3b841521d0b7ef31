\set category random(1000, 1999)
\set a1 random(100000, 100999)
\set a2 random(100000, 100999)
\set a3 random(100000, 100999)
\set a4 random(100000, 100999)
\set a5 random(100000, 100999)
\set a6 random(100000, 100999)
\set a7 random(100000, 100999)
\set a8 random(100000, 100999)
\set a9 random(100000, 100999)
\set a10 random(100000, 100999)
\set a11 random(100000, 100999)
\set a12 random(100000, 100999)
\set a13 random(100000, 100999)
\set a14 random(100000, 100999)
\set a15 random(100000, 100999)
\set a16 random(100000, 100999)
\set a17 random(100000, 100999)
\set a18 random(100000, 100999)
\set a19 random(100000, 100999)
\set a20 random(100000, 100999)
SELECT * FROM "BenchItem"
 WHERE "category" = 'category' || :category::text AND "score" >= 200 AND "score" < 800
   AND ("_rperm" IS NULL OR "_rperm" && :group::text[])
 ORDER BY "publishedAt" DESC LIMIT 20;
SELECT * FROM "BenchAuthor"
 WHERE "objectId" = ANY (ARRAY[
        'auth' || :a1::text, 'auth' || :a2::text, 'auth' || :a3::text, 'auth' || :a4::text, 'auth' || :a5::text, 'auth' || :a6::text, 'auth' || :a7::text, 'auth' || :a8::text, 'auth' || :a9::text, 'auth' || :a10::text,
        'auth' || :a11::text, 'auth' || :a12::text, 'auth' || :a13::text, 'auth' || :a14::text, 'auth' || :a15::text, 'auth' || :a16::text, 'auth' || :a17::text, 'auth' || :a18::text, 'auth' || :a19::text, 'auth' || :a20::text])
   AND ("_rperm" IS NULL OR "_rperm" && :group::text[]);
