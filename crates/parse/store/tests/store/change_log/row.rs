//! A row of the log is the object that a query reads.

use std::sync::Arc;

use parse_model::{Acl, Class, ClassName, Field, FieldType, Filter, Object};
use parse_store::{Db, RowAccess, Select, change_log};
use testkit::{Random, case};

use super::{live, look};
use crate::generate;

const PRINCIPALS: &[&[&str]] = &[&[], &["*"], &["ann", "role:admins"], &["*", "ä \"quoted\", {}"]];

async fn found(db: &Db, class: &Arc<Class>, id: &str) -> Object {
    let filter = Filter::equals(crate::name("objectId"), id);
    let select = Select::new(&filter, RowAccess::Everything);
    let found = parse_store::object::find(db, class, &select).await.expect("the object");
    found.into_iter().next().expect("the object just written")
}

/// What a query reads of a class of every type, and what the log says of the same row.
async fn compare(db: &Db, class: &Arc<Class>, cursor: &mut change_log::Cursor, id: &str) {
    let stored = found(db, class, id).await;
    let changes = look(db, cursor).await;
    let row = changes.last().and_then(|change| change.after.as_ref()).expect("a row");
    let logged = change_log::object(class, row);
    assert_eq!(logged, stored, "{row:?}");
    let order =
        |object: &Object| object.fields.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(order(&logged), order(&stored));
}

async fn whole_class(db: &Db, name: &'static str) -> Arc<Class> {
    let mut random = Random::new(3);
    let mut class = Class::new(ClassName::from_static(name));
    while class.fields.len() < 20 {
        class.fields.extend(generate::class_fields(&mut random));
    }
    let relation = FieldType::Relation(ClassName::from_static("Target"));
    class.fields.insert(crate::name("related"), Field::of(relation));
    parse_store::ddl::create_class(db, class).await.expect("a class of every type")
}

fn acl(random: &mut Random) -> Option<Acl> {
    let mut list = || {
        let list = random.pick(PRINCIPALS).iter().map(|one| (*one).to_owned()).collect();
        (!random.once_in(3)).then_some(list)
    };
    let (read, write) = (list(), list());
    (read.is_some() || write.is_some()).then_some(Acl { read, write })
}

#[test]
fn a_row_of_the_log_is_the_object_that_a_query_reads() {
    case(async {
        let database = crate::database().await;
        let store = live(&database, "Whole").await;
        let db = store.db();
        let class = whole_class(&db, "Whole").await;
        let mut cursor = change_log::current(&db).await.expect("a place");
        let mut random = crate::properties::random("rows of the log");
        for number in 0..400 {
            let values: Vec<_> = generate::object(&mut random, &class.fields)
                .into_iter()
                .filter(|(name, _)| name.as_str() != "related")
                .map(|(name, json)| (name, crate::value(json)))
                .collect();
            let now = parse_model::Date::from_millis(
                random.between(-62_000_000_000_000, 4_000_000_000_000),
            );
            let id = format!("o{number}");
            let acl = acl(&mut random);
            let object = parse_store::Insert {
                class: &class.name,
                id: &parse_model::ObjectId::new(id.as_str()),
                created_at: now,
                updated_at: now,
                acl: acl.as_ref(),
                values: &values,
            };
            parse_store::object::insert(&db, &object).await.expect("an object");
            compare(&db, &class, &mut cursor, &id).await;
        }
    });
}

#[test]
fn what_other_writers_leave_is_read_alike_in_every_time_zone() {
    case(async {
        let database = crate::database().await;
        let store = live(&database, "Foreign").await;
        let db = store.db();
        let fields = [("d", FieldType::Date), ("n", FieldType::Number), ("g", FieldType::GeoPoint)];
        let class = crate::class(&db, "Foreign", &fields).await;
        let mut cursor = change_log::current(&db).await.expect("a place");
        let client = database.client().await;
        let zones =
            ["UTC", "Europe/Berlin", "Asia/Kathmandu", "America/St_Johns", "Africa/Monrovia"];
        let moments = [
            "2020-01-01 00:00:00.123456+00",
            "1850-06-01 12:00:00+00",
            "1969-12-31 23:59:59.999999+00",
            "0044-03-15 00:00:00+00 BC",
            "12345-01-01 00:00:00.5+00",
            "infinity",
            "-infinity",
        ];
        for (at, zone) in zones.iter().enumerate() {
            client.batch_execute(&format!("set timezone = '{zone}'")).await.expect("a zone");
            for (number, moment) in moments.iter().enumerate() {
                let id = format!("{at}_{number}");
                let sql = format!(
                    r#"insert into "Foreign" ("objectId", "createdAt", "d", "n", "g")
                    values ('{id}', '{moment}', '{moment}', '-Infinity', '(1e-7,-33.25)')"#
                );
                client.batch_execute(&sql).await.expect("a row");
                compare(&db, &class, &mut cursor, &id).await;
            }
        }
    });
}
