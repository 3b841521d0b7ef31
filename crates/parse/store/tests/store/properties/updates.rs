//! What PostgreSQL makes of an update is what the operations say.

use std::sync::Arc;

use parse_model::wire::{json_equal, object_to_json, to_json};
use parse_model::{Class, ClassName, Code, Filter, Json, Object, Op, Path, Refusal};
use parse_store::{Columns, Db, RowAccess, StoreError, Update};
use testkit::{Random, case};

use crate::generate;

#[test]
fn an_update_leaves_what_its_operations_say() {
    case(async {
        let database = crate::database().await;
        let store = crate::open(&database).await;
        let mut random = super::random("updates");
        let updates = super::checks() / 5;
        // One transaction, because there are no other readers and waiting for the disk proves
        // nothing.
        let db = store.begin();
        let mut refused = 0;
        for number in 0..10 {
            let mut random = random.fork();
            let name = ClassName::parse(&format!("Changed{number}")).expect("a class name");
            let mut class = Class::new(name);
            while class.fields.is_empty() {
                class.fields = generate::class_fields(&mut random);
            }
            let class = parse_store::ddl::create_class(&db, class).await.expect("a random class");
            refused += one_class(&db, &class, &mut random, updates / 10).await;
        }
        assert!(refused > updates / 100, "refusals must be compared too: {refused}");
        assert!(refused < updates / 2, "too many are refused: {refused}");
    });
}

async fn one_class(db: &Db, class: &Arc<Class>, random: &mut Random, updates: usize) -> usize {
    let mut refused = 0;
    let mut object = fresh(db, class, random, 0).await;
    for number in 1..=updates {
        if random.once_in(10) {
            object = fresh(db, class, random, number).await;
        }
        let known = object_to_json(&object);
        let ops =
            generate::operation::several(random, &class.fields, &|name| known.get(name).cloned());
        let expected = applied(&object, &ops);
        let actual = update(db, class, &object, &ops).await;
        match (&expected, actual) {
            (Ok(expected), Ok(actual)) if same(expected, &actual) => object = actual,
            (Err(one), Err(StoreError::Refused(other))) if one.code == other.code => refused += 1,
            (expected, actual) => panic!(
                "{known:?}\n  changed by {ops:?}\n  must be {expected:?}\n  and is {actual:?}"
            ),
        }
    }
    refused
}

async fn fresh(db: &Db, class: &Arc<Class>, random: &mut Random, number: usize) -> Object {
    let values: Vec<_> = generate::object(random, &class.fields)
        .into_iter()
        .map(|(name, json)| (name, crate::value(json)))
        .collect();
    let id = format!("o{number}");
    crate::put(db, class, &id, &values).await;
    let filter = Filter::equals(crate::name("objectId"), id);
    let select = parse_store::Select::new(&filter, RowAccess::Everything);
    let found = parse_store::object::find(db, class, &select).await.expect("the object");
    found.into_iter().next().expect("the object just written")
}

/// What the operations say, one after the other. What a later one replaces does not happen.
fn applied(object: &Object, ops: &[(Path, Op)]) -> Result<Object, Refusal> {
    let mut object = object.clone();
    for (at, (path, op)) in ops.iter().enumerate() {
        let is_replaced = ops[at + 1..].iter().any(|(later, op)| {
            *later == Path::field(path.field.clone()) && matches!(op, Op::Set(_) | Op::Delete)
        });
        if is_replaced {
            continue;
        }
        let name = path.field.as_str();
        let field = object.fields.get(name);
        let changed =
            if path.is_nested() { op.apply_inside(field, &path.inside)? } else { op.apply(field)? };
        match changed {
            Some(value) => object.fields.insert(path.field.clone(), value),
            None => drop(object.fields.remove(name)),
        }
    }
    Ok(object)
}

/// What PostgreSQL makes of them; a refusal leaves everything as it was.
async fn update(
    db: &Db,
    class: &Arc<Class>,
    object: &Object,
    ops: &[(Path, Op)],
) -> Result<Object, StoreError> {
    let filter = Filter::equals(crate::name("objectId"), object.id.as_str());
    let update = Update {
        filter: &filter,
        reach: RowAccess::Everything,
        ops,
        acl: None,
        updated_at: None,
        returning: Columns::Public,
    };
    db.rows(&parse_store::Sql::new("savepoint before_update")).await.expect("a savepoint");
    match parse_store::object::update(db, class, &update).await {
        Ok(objects) => Ok(objects.into_iter().next().expect("the changed object")),
        Err(error) => {
            let back = parse_store::Sql::new("rollback to savepoint before_update");
            db.execute(&back).await.expect("as it was before");
            Err(error)
        }
    }
}

fn same(one: &Object, other: &Object) -> bool {
    let fields = |object: &Object| {
        object
            .fields
            .iter()
            .map(|(name, value)| (name.as_str().to_owned(), comparable(value)))
            .collect::<parse_model::JsonMap>()
    };
    json_equal(&Json::Object(fields(one)), &Json::Object(fields(other)))
}

/// The address of a file is not stored.
fn comparable(value: &parse_model::Value) -> Json {
    match value {
        parse_model::Value::File(file) => Json::from(file.name.as_str()),
        other => to_json(other),
    }
}

#[test]
fn a_number_that_would_be_too_large_is_refused() {
    case(async {
        let database = crate::database().await;
        let store = crate::open(&database).await;
        let db = store.begin();
        let number = [("n", parse_model::FieldType::Number)];
        let class = crate::class(&db, "Big", &number).await;
        crate::put(&db, &class, "o", &[(crate::name("n"), f64::MAX.into())]).await;
        let object = Object::new(class.name.clone(), parse_model::ObjectId::new("o"));
        let ops = [(Path::field(crate::name("n")), Op::Increment(f64::MAX))];
        let refused = update(&db, &class, &object, &ops).await;
        assert!(
            matches!(&refused, Err(StoreError::Refused(r)) if r.code == Code::INCORRECT_TYPE),
            "{refused:?}"
        );
    });
}
