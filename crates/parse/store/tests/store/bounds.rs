//! What clients choose does not grow without bound.

use parse_store::{Db, Sql};
use testkit::{Database, case};

/// How many shapes are asked for, and how many of them a connection may keep prepared.
const SHAPES: usize = 10_000;
const KEPT: i64 = 400;

/// A question of one of many shapes.
fn shape(number: usize) -> Sql {
    let mut sql = Sql::new("select 1::int8 where true");
    for bit in 0..14 {
        sql.push(if number >> bit & 1 == 1 { " and true" } else { " and not false" });
    }
    sql
}

async fn prepared(db: &Db) -> i64 {
    let rows = db.read(&Sql::new("select count(*) from pg_prepared_statements")).await;
    rows.expect("a count")[0].get(0)
}

#[test]
fn ten_thousand_shapes_of_questions_leave_as_many_prepared_as_fit() {
    case(async {
        let database = Database::fresh().await;
        let store = crate::open_with(&database, 1).await;
        let tx = store.begin();
        tx.execute(&shape(0)).await.expect("a transaction");
        for db in [store.db(), tx] {
            for number in 0..SHAPES {
                db.read(&shape(number)).await.expect("an answer");
            }
            let prepared = prepared(&db).await;
            assert!((KEPT - 10..=KEPT).contains(&prepared), "{prepared}");
        }
    });
}
