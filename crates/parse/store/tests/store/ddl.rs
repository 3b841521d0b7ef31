//! Classes are made and changed by many at once.

use std::collections::BTreeMap;

use futures_util::future::join_all;
use parse_model::{Class, ClassName, Code, Field, FieldName, FieldType, Filter};
use parse_store::{ClassChange, RowAccess, Select, Store, StoreError};
use serde_json::json;
use testkit::{Database, case};

const WRITERS: usize = 20;

#[test]
fn twenty_first_writes_at_once_make_one_class() {
    case(async {
        let database = crate::database().await;
        let nodes = [crate::open(&database).await, crate::open(&database).await];
        let writes = (0..WRITERS).map(|writer| first_write(&nodes[writer % 2], writer));
        join_all(writes).await;

        for node in &nodes {
            node.reload_schema().await.expect("the classes");
            let class = node.db().class(&ClassName::from_static("Rush")).expect("the class");
            assert_eq!(class.fields.len(), WRITERS + 1);
            let everything = Filter::everything();
            let select = Select::new(&everything, RowAccess::Everything);
            let count = parse_store::object::count(&node.db(), &class, &select).await;
            assert_eq!(count.expect("a count"), u64::try_from(WRITERS).expect("small"));
        }
        let client = database.client().await;
        let rows = client.query(
            r#"select "schema" ->> 'className' from "_SCHEMA" where "className" = 'Rush'"#,
            &[],
        );
        assert_eq!(rows.await.expect("the stored class").len(), 1);
    });
}

#[test]
fn a_node_starts_while_others_read_and_write_every_table() {
    case(async {
        let database = crate::database().await;
        drop(crate::open(&database).await);
        let mut client = database.client().await;
        let others = client.transaction().await.expect("a transaction");
        let tables = others
            .query("select relname::text from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace", &[])
            .await
            .expect("the tables");
        assert!(tables.len() > 9);
        for table in &tables {
            let name: String = table.get(0);
            let lock = format!(r#"lock table "{name}" in row exclusive mode"#);
            others.batch_execute(&lock).await.expect("a lock");
        }
        crate::open(&database).await;
        others.commit().await.expect("the end");
    });
}

/// Writes an object with a common field and one that is new to the class.
async fn first_write(node: &Store, writer: usize) {
    let own = FieldName::parse(&format!("own{writer}")).expect("a field name");
    let fields = BTreeMap::from([
        (crate::name("shared"), Field::of(FieldType::String)),
        (own.clone(), Field::of(FieldType::Number)),
    ]);
    let class =
        parse_store::ddl::extend_class(&node.db(), &ClassName::from_static("Rush"), &fields).await;
    let class = class.expect("the class, whichever writer added it");
    assert!(class.fields.contains_key(&own));
    let values = [(crate::name("shared"), "x".into()), (own, 1.0.into())];
    crate::put(&node.db(), &class, &format!("o{writer}"), &values).await;
}

#[test]
fn of_two_types_at_once_one_wins_and_the_other_is_refused() {
    case(async {
        let database = crate::database().await;
        let nodes = [crate::open(&database).await, crate::open(&database).await];
        let types = [FieldType::String, FieldType::Number];
        let attempts = (0..WRITERS).map(|writer| {
            let fields = crate::fields(&[("x", types[writer % 2].clone())]);
            let node = nodes[writer / 2 % 2].clone();
            async move {
                parse_store::ddl::extend_class(&node.db(), &ClassName::from_static("Torn"), &fields)
                    .await
            }
        });
        let outcomes = join_all(attempts).await;
        let winner = outcomes.iter().flatten().next().expect("one wins");
        let ty = winner.field_type("x").expect("a type").clone();
        for (writer, outcome) in outcomes.iter().enumerate() {
            let wanted = &types[writer % 2];
            match outcome {
                Ok(_) => assert_eq!(*wanted, ty),
                Err(StoreError::Refused(refusal)) => {
                    assert_ne!(*wanted, ty);
                    let text =
                        format!("schema mismatch for Torn.x; expected {ty} but got {wanted}");
                    assert_eq!((refusal.code, &*refusal.message), (Code::INCORRECT_TYPE, &*text));
                }
                Err(error) => panic!("neither made nor refused: {error:?}"),
            }
        }
    });
}

#[test]
fn what_a_transaction_makes_is_its_own_until_it_commits() {
    case(async {
        let database = crate::database().await;
        let store = crate::open(&database).await;
        let name = ClassName::from_static("Private");
        let undone = store.begin();
        let class = crate::class(&undone, "Private", &[("x", FieldType::String)]).await;
        crate::put(&undone, &class, "o", &[(crate::name("x"), "text".into())]).await;
        assert!(undone.class(&name).is_some() && store.db().class(&name).is_none());
        drop(undone);
        store.reload_schema().await.expect("the classes");
        assert!(store.db().class(&name).is_none());

        let done = store.begin();
        crate::class(&done, "Private", &[("y", FieldType::Number)]).await;
        done.commit().await.expect("the class");
        let class = store.db().class(&name).expect("the class");
        assert!(class.fields.contains_key("y") && !class.fields.contains_key("x"));
    });
}

#[test]
fn a_class_that_exists_is_not_made_again() {
    case(async {
        let database = crate::database().await;
        let store = crate::open(&database).await;
        crate::class(&store.db(), "Once", &[]).await;
        let again = Class::new(ClassName::from_static("Once"));
        let refused = parse_store::ddl::create_class(&store.db(), again).await;
        let Err(StoreError::Refused(refusal)) = refused else { panic!("refused, not {refused:?}") };
        assert_eq!(refusal.code, Code::INVALID_CLASS_NAME);
        assert_eq!(refusal.message, "Class Once already exists.");
    });
}

#[test]
fn a_dropped_class_takes_its_relations_and_its_place_in_the_schema_with_it() {
    case(async {
        let database = crate::database().await;
        let store = crate::open(&database).await;
        let db = store.db();
        let relation = FieldType::Relation(ClassName::user());
        let class =
            crate::class(&db, "Gone", &[("friends", relation), ("x", FieldType::Date)]).await;
        assert_eq!(tables(&database, "%Gone").await, ["Gone", "_Join:friends:Gone"]);
        parse_store::ddl::drop_class(&db, &class).await.expect("the class dropped");
        assert!(tables(&database, "%Gone").await.is_empty());
        assert!(db.class(&class.name).is_none());
        crate::class(&db, "Gone", &[("x", FieldType::Number)]).await;
    });
}

#[test]
fn indexes_of_any_name_are_made_and_dropped() {
    case(async {
        let database = crate::database().await;
        let store = crate::open(&database).await;
        let db = store.db();
        let class = crate::class(&db, "Sorted", &[("a", FieldType::String)]).await;
        let name = r#"odd "name"; drop table "Sorted"; --"#;
        let key = json!({ "a": 1 }).as_object().cloned().expect("a key");
        let add_indexes = vec![(name.to_owned(), key)];
        let change = ClassChange { add_indexes, ..ClassChange::default() };
        let class =
            parse_store::ddl::change_class(&db, &class.name, change).await.expect("an index");
        let shown = class.indexes.clone().expect("indexes");
        assert_eq!(shown.keys().collect::<Vec<_>>(), ["_id_", name]);
        assert_eq!(indexes(&database).await, ["Sorted_pkey", name]);

        let change =
            ClassChange { remove_indexes: vec![name.to_owned()], ..ClassChange::default() };
        parse_store::ddl::change_class(&db, &class.name, change).await.expect("no index");
        assert_eq!(indexes(&database).await, ["Sorted_pkey"]);
    });
}

async fn tables(database: &Database, like: &str) -> Vec<String> {
    let client = database.client().await;
    let rows = client
        .query("select tablename::text from pg_tables where tablename like $1 order by 1", &[&like])
        .await;
    rows.expect("tables").iter().map(|row| row.get(0)).collect()
}

async fn indexes(database: &Database) -> Vec<String> {
    let client = database.client().await;
    let rows = client
        .query("select indexname::text from pg_indexes where tablename = 'Sorted' order by 1", &[])
        .await;
    rows.expect("indexes").iter().map(|row| row.get(0)).collect()
}
