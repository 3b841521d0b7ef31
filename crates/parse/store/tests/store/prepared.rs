//! Statements stay prepared while classes change under them.

use std::collections::BTreeMap;
use std::sync::Arc;

use parse_model::{Class, Field, FieldType, Filter, Value};
use parse_store::{ClassChange, Db, RowAccess, Select, StoreError};
use serde_json::json;
use testkit::case;

/// More often than there are connections, so that each has the statement prepared.
const OFTEN: usize = 12;

#[test]
fn reads_go_on_when_a_field_comes_back_with_another_type() {
    case(async {
        let database = crate::database().await;
        let store = crate::open(&database).await;
        let db = store.db();
        let class = crate::class(&db, "Shifting", &[("x", FieldType::String)]).await;
        crate::put(&db, &class, "o", &[(crate::name("x"), "text".into())]).await;
        read_often(&db, &class, Some("text".into())).await;

        let class = remove(&db, &class).await;
        read_often(&db, &class, None).await;

        let class = add(&db, &class, FieldType::Number).await;
        read_often(&db, &class, None).await;
        crate::put(&db, &class, "p", &[(crate::name("x"), 5.0.into())]).await;
        let filter = Filter::equals(crate::name("x"), 5.0);
        let found =
            parse_store::object::find(&db, &class, &Select::new(&filter, RowAccess::Everything))
                .await;
        assert_eq!(found.expect("the new object")[0].fields.get("x"), Some(&Value::Number(5.0)));
    });
}

#[test]
fn a_transaction_goes_on_when_it_changes_the_class_it_reads() {
    case(async {
        let database = crate::database().await;
        let store = crate::open(&database).await;
        let class = crate::class(&store.db(), "Inner", &[("x", FieldType::String)]).await;
        crate::put(&store.db(), &class, "o", &[(crate::name("x"), "text".into())]).await;
        for round in 0..2 {
            // The second time on the same connection, which has prepared all of it before.
            let tx = store.begin();
            let class = tx.class(&class.name).expect("the class");
            read(&tx, &class).await.expect("the object as it was");
            let class = remove(&tx, &class).await;
            let ty = if round == 0 { FieldType::Number } else { FieldType::Array };
            let class = add(&tx, &class, ty).await;
            assert_eq!(read(&tx, &class).await.expect("the object"), None);
            tx.commit().await.expect("the change");
        }
    });
}

#[test]
fn a_node_that_has_not_heard_of_a_change_learns_that_it_is_behind() {
    case(async {
        let database = crate::database().await;
        let (one, other) = (crate::open(&database).await, crate::open(&database).await);
        let class = crate::class(&one.db(), "Behind", &[("x", FieldType::String)]).await;
        crate::put(&one.db(), &class, "o", &[(crate::name("x"), "text".into())]).await;
        other.reload_schema().await.expect("the classes");
        let known = other.db().class(&class.name).expect("the class");
        read(&other.db(), &known).await.expect("the object");

        let class = remove(&one.db(), &class).await;
        let missing = read(&other.db(), &known).await;
        assert!(missing.is_err_and(|error| error.is_stale_schema()));

        let class = add(&one.db(), &class, FieldType::Object).await;
        let map = json!({ "k": 1 });
        crate::put(&one.db(), &class, "p", &[(crate::name("x"), crate::value(map))]).await;
        let filter = Filter::equals(crate::name("objectId"), "p");
        let select = Select::new(&filter, RowAccess::Everything);
        let other_type = parse_store::object::find(&other.db(), &known, &select).await;
        assert!(other_type.is_err_and(|error| error.is_stale_schema()));
        other.reload_schema().await.expect("the classes");
        let fresh = other.db().class(&class.name).expect("the class");
        assert!(parse_store::object::find(&other.db(), &fresh, &select).await.is_ok());
    });
}

async fn read(db: &Db, class: &Arc<Class>) -> Result<Option<Value>, StoreError> {
    let filter = Filter::equals(crate::name("objectId"), "o");
    let found =
        parse_store::object::find(db, class, &Select::new(&filter, RowAccess::Everything)).await?;
    Ok(found[0].fields.get("x").cloned())
}

async fn read_often(db: &Db, class: &Arc<Class>, expected: Option<Value>) {
    for _ in 0..OFTEN {
        assert_eq!(read(db, class).await.expect("the object"), expected);
    }
}

async fn remove(db: &Db, class: &Class) -> Arc<Class> {
    let change = ClassChange { remove: vec![crate::name("x")], ..ClassChange::default() };
    parse_store::ddl::change_class(db, &class.name, change).await.expect("the class without x")
}

async fn add(db: &Db, class: &Class, ty: FieldType) -> Arc<Class> {
    let add = BTreeMap::from([(crate::name("x"), Field::of(ty))]);
    let change = ClassChange { add, ..ClassChange::default() };
    parse_store::ddl::change_class(db, &class.name, change).await.expect("the class with x")
}
