//! The rows PostgreSQL returns are the objects the matcher accepts.

use std::collections::BTreeSet;
use std::sync::Arc;

use futures_util::StreamExt;
use futures_util::stream;
use parse_model::query::matches::Matcher;
use parse_model::query::parse::{self, Rights};
use parse_model::wire::{json_equal, object_to_json};
use parse_model::{Class, ClassName, Date, Filter, Json, JsonMap, Object, ObjectId};
use parse_store::{Columns, Db, Insert, RowAccess, Select, Store};
use testkit::{Random, case};

use super::shrink::smaller;
use super::tally::Tally;
use crate::generate;
use crate::generate::filter::Stock;

/// How many wheres are asked on one database, and of how many classes.
const ROUND: usize = 1_000;
const CLASSES: usize = 8;
const OBJECTS: usize = 60;

#[test]
fn the_rows_of_a_where_are_the_objects_the_matcher_accepts() {
    let mut random = super::random("queries");
    let mut total = Tally::default();
    for _ in 0..super::checks().div_ceil(ROUND) {
        total.add(case(one_round(random.fork())));
    }
    total.judge();
}

async fn one_round(mut random: Random) -> Tally {
    let database = crate::database().await;
    let store = crate::open(&database).await;
    let classes = (0..CLASSES).map(|number| (number, random.fork())).collect::<Vec<_>>();
    let mut tallies = stream::iter(classes)
        .map(|(number, random)| one_class(&store, number, random, ROUND / CLASSES))
        .buffer_unordered(6);
    let mut total = Tally::default();
    while let Some(tally) = tallies.next().await {
        total.add(tally);
    }
    total
}

/// Fills one class and asks it many wheres.
async fn one_class(store: &Store, number: usize, mut random: Random, wheres: usize) -> Tally {
    let db = store.db();
    let (class, objects) = filled(store, number, &mut random).await;
    let known: Vec<JsonMap> = objects.iter().map(object_to_json).collect();
    let stock = Stock { fields: &class.fields, objects: &known };
    let rights = Rights {
        is_master: true,
        is_maintenance: false,
        may_explain: true,
        now: Date::from_millis(0),
    };
    let mut tally = Tally::default();
    let mut asked = 0;
    while asked < wheres {
        let json = generate::filter::filter(&mut random, &stock);
        let Ok(filter) = parse::filter(&json, rights) else {
            tally.refuse();
            continue;
        };
        let Ok(matcher) = Matcher::new(&filter) else {
            tally.refuse();
            continue;
        };
        asked += 1;
        let wanted = accepted(&matcher, &objects);
        tally.note(&json, wanted.len(), objects.len());
        if found(&db, &class, &filter).await != Ok(wanted) {
            report(&db, &class, &objects, filter, &json).await;
        }
    }
    tally
}

async fn filled(store: &Store, number: usize, random: &mut Random) -> (Arc<Class>, Vec<Object>) {
    let db = store.begin();
    let name = ClassName::parse(&format!("Random{number}")).expect("a class name");
    let mut class = Class::new(name);
    class.fields = generate::class_fields(random);
    let class = parse_store::ddl::create_class(&db, class).await.expect("a random class");
    for at in 0..OBJECTS {
        let written = generate::object(random, &class.fields);
        let values: Vec<_> =
            written.iter().map(|(name, json)| (name.clone(), crate::value(json.clone()))).collect();
        let at = i64::try_from(at).expect("a small number");
        let object = Insert {
            class: &class.name,
            id: &ObjectId::new(format!("o{at}")),
            created_at: Date::from_millis(1_577_836_800_000 + at % 7),
            updated_at: Date::from_millis(1_577_836_800_000 + at),
            acl: None,
            values: &values,
        };
        parse_store::object::insert(&db, &object).await.expect("a random object");
        let stored = one(&db, &class, object.id).await;
        for (name, value) in &values {
            let read = stored.fields.get(name.as_str());
            let is_same = read.is_some_and(|read| same(read, value));
            assert!(is_same, "{name} was written as {value:?} and is {read:?}");
        }
    }
    db.commit().await.expect("the objects of a random class");
    let everything = Filter::everything();
    let select = Select::new(&everything, RowAccess::Everything);
    let objects =
        parse_store::object::find(&store.db(), &class, &select).await.expect("all objects");
    assert_eq!(objects.len(), OBJECTS);
    (class, objects)
}

async fn one(db: &Db, class: &Arc<Class>, id: &ObjectId) -> Object {
    let filter = Filter::equals(crate::name("objectId"), id.as_str());
    let found =
        parse_store::object::find(db, class, &Select::new(&filter, RowAccess::Everything)).await;
    found.expect("an object").pop().expect("the object just written")
}

/// The address of a file is not stored; everything else comes back as it was.
fn same(read: &parse_model::Value, written: &parse_model::Value) -> bool {
    use parse_model::{Value, wire::to_json};
    match (read, written) {
        (Value::File(read), Value::File(written)) => read.name == written.name,
        _ => json_equal(&to_json(read), &to_json(written)),
    }
}

fn accepted(matcher: &Matcher, objects: &[Object]) -> BTreeSet<String> {
    let accepted = objects.iter().filter(|object| matcher.matches(object));
    accepted.map(|object| object.id.as_str().to_owned()).collect()
}

async fn found(db: &Db, class: &Arc<Class>, filter: &Filter) -> Result<BTreeSet<String>, String> {
    let select =
        Select { columns: Columns::Only(&[]), ..Select::new(filter, RowAccess::Everything) };
    match parse_store::object::find(db, class, &select).await {
        Ok(objects) => Ok(objects.into_iter().map(|object| object.id.into_string()).collect()),
        Err(error) => Err(format!("{error}: {error:?}")),
    }
}

/// The objects about which the two disagree, if they do.
async fn quarrel(
    db: &Db,
    class: &Arc<Class>,
    objects: &[Object],
    filter: &Filter,
) -> Option<Result<BTreeSet<String>, String>> {
    let accepted = accepted(&Matcher::new(filter).ok()?, objects);
    match found(db, class, filter).await {
        Ok(found) if found == accepted => None,
        Ok(found) => Some(Ok(found.symmetric_difference(&accepted).cloned().collect())),
        Err(error) => Some(Err(error)),
    }
}

/// Shrinks a filter about which the two disagree, and fails with all there is to know about it.
async fn report(
    db: &Db,
    class: &Arc<Class>,
    objects: &[Object],
    mut filter: Filter,
    json: &JsonMap,
) -> ! {
    'shrinking: loop {
        for less in smaller(&filter) {
            if quarrel(db, class, objects, &less).await.is_some() {
                filter = less;
                continue 'shrinking;
            }
        }
        break;
    }
    let sql = Select::new(&filter, RowAccess::Everything).sql(db, class);
    let sql = sql.map(|sql| format!("{}\n  with {:?}", sql.text(), sql.binds()));
    let about = match quarrel(db, class, objects, &filter).await {
        None => "nothing any more".to_owned(),
        Some(Err(error)) => format!("an error of the database: {error}"),
        Some(Ok(ids)) => {
            let object = objects.iter().find(|object| ids.contains(object.id.as_str()));
            let object = object.expect("one of the objects");
            let is_accepted = Matcher::new(&filter).expect("a matcher").matches(object);
            let shown = Json::Object(object_to_json(object));
            format!(
                "{} objects, such as {shown}\n  which the matcher {} and PostgreSQL {}",
                ids.len(),
                told(is_accepted),
                told(!is_accepted)
            )
        }
    };
    panic!(
        "PostgreSQL and the matcher disagree about {about}\n  where: {}\n  shrunk: {filter:?}\n  \
         SQL: {}",
        Json::Object(json.clone()),
        sql.unwrap_or_else(|error| error.to_string()),
    );
}

fn told(is_accepted: bool) -> &'static str {
    if is_accepted { "accepts" } else { "rejects" }
}
