//! Follows pointers: one query per class and level, whatever the number of objects.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use parse_model::query::{KeyPath, Query};
use parse_model::wire::included_to_json;
use parse_model::{Class, ClassName, Json, Object, Pointer, Value};

use crate::cx::Cx;
use crate::error::Error;

/// Target objects by class and id, with the number of remaining pointers to each.
#[derive(Default)]
struct Targets(HashMap<ClassName, HashMap<String, (Object, usize)>>);

/// Number of pointers to each object, by class, path and id.
type Wanted<'a> = BTreeMap<ClassName, BTreeMap<&'a KeyPath, BTreeMap<String, usize>>>;

impl Targets {
    /// The target of a pointer. The last use moves the object, so that an object with a single
    /// pointer is never copied.
    fn take(&mut self, class: &ClassName, id: &str) -> Option<Object> {
        let of_class = self.0.get_mut(class)?;
        let (object, uses) = of_class.get_mut(id)?;
        if *uses > 1 {
            *uses -= 1;
            return Some(object.clone());
        }
        of_class.remove(id).map(|(object, _)| object)
    }
}

/// Replaces pointers by their objects.
///
/// Missing and unreadable objects disappear: the key from its object, the element from its array.
pub(super) async fn follow(
    cx: &Cx,
    class: &Class,
    objects: &mut [Object],
    query: &Query,
) -> Result<(), Error> {
    if objects.is_empty() {
        return Ok(());
    }
    let complexity = cx.complexity();
    let mut count = 0;
    for level in levels(class, query) {
        let mut wanted = Wanted::new();
        for way in &level {
            for object in objects.iter() {
                pointers_of(object, way, &mut |pointer| {
                    let of_way = wanted.entry(pointer.class).or_default().entry(way).or_default();
                    *of_way.entry(pointer.id).or_default() += 1;
                });
            }
        }
        count += wanted.values().flat_map(BTreeMap::values).map(BTreeMap::len).sum::<usize>();
        complexity.check_included(count)?;
        for (way, mut targets) in load(cx, query, wanted).await? {
            for object in objects.iter_mut() {
                replace_in(object, way, &mut targets);
            }
        }
    }
    Ok(())
}

/// The paths to follow, shortest first. A path implies its prefixes.
fn levels(class: &Class, query: &Query) -> Vec<Vec<KeyPath>> {
    let mut ways: BTreeSet<KeyPath> = BTreeSet::new();
    for way in &query.include {
        let is_known = way.first().is_some_and(|first| class.fields.contains_key(first.as_str()));
        if is_known {
            // Whatever leads to a known way is known.
            let mut lengths = (1..=way.len()).rev();
            while lengths.next().is_some_and(|length| ways.insert(way[..length].to_vec())) {}
        }
    }
    let mut levels: Vec<Vec<KeyPath>> = Vec::new();
    for way in ways {
        let depth = way.len();
        if levels.len() < depth {
            levels.resize_with(depth, Vec::new);
        }
        levels[depth - 1].push(way);
    }
    levels
}

/// Queries all classes of a level concurrently.
async fn load<'a>(
    cx: &Cx,
    query: &Query,
    wanted: Wanted<'a>,
) -> Result<Vec<(&'a KeyPath, Targets)>, Error> {
    let mut questions = Vec::new();
    for (class, by_way) in wanted {
        for (way, uses) in by_way {
            let class = class.clone();
            questions.push(async move {
                let keys = narrowed(query, way);
                let ids = uses.keys().cloned().collect();
                let found = Box::pin(super::by_ids(cx, &class, ids, keys)).await?;
                Ok::<_, Error>((way, class, uses, found))
            });
        }
    }
    let mut merged: BTreeMap<&KeyPath, Targets> = BTreeMap::new();
    for (way, class, mut uses, found) in all(questions).await? {
        let of_class = merged.entry(way).or_default().0.entry(class).or_default();
        for object in found {
            if let Some((id, uses)) = uses.remove_entry(object.id.as_str()) {
                of_class.insert(id, (object, uses));
            }
        }
    }
    Ok(merged.into_iter().collect())
}

/// Waits for all. The first error ends it.
async fn all<T, F: Future<Output = Result<T, Error>>>(questions: Vec<F>) -> Result<Vec<T>, Error> {
    futures_util::future::try_join_all(questions).await
}

/// The keys of a query below a path.
fn narrowed(query: &Query, way: &KeyPath) -> Query {
    let behind = |keys: &[KeyPath]| -> Vec<KeyPath> {
        keys.iter()
            .filter(|key| key.len() > way.len() && key.starts_with(way))
            .map(|key| key[way.len()..].to_vec())
            .collect()
    };
    let keys = query.keys.as_deref().map(behind).filter(|keys| !keys.is_empty());
    let from = query.include_read_preference.unwrap_or(query.read_preference);
    Query { keys, exclude: behind(&query.exclude), read_preference: from, ..Query::default() }
}

fn pointers_of(object: &Object, way: &[String], found: &mut dyn FnMut(Pointer)) {
    let Some((field, rest)) = way.split_first() else { return };
    match object.fields.get(field) {
        Some(Value::Pointer(pointer)) if rest.is_empty() => found(pointer.clone()),
        Some(Value::Included(inner)) => pointers_of(inner, rest, found),
        Some(Value::List(items)) => items.iter().for_each(|item| pointers_in(item, rest, found)),
        Some(Value::Map(map)) if !rest.is_empty() => {
            if let Some(inner) = map.get(&rest[0]) {
                pointers_in(inner, &rest[1..], found);
            }
        }
        _ => {}
    }
}

fn pointers_in(json: &Json, way: &[String], found: &mut dyn FnMut(Pointer)) {
    match json {
        Json::Array(items) => items.iter().for_each(|item| pointers_in(item, way, found)),
        Json::Object(map) => match (pointer_from(json), way.split_first()) {
            (Some(pointer), None) => found(pointer),
            (None, Some((field, rest))) => {
                if let Some(inner) = map.get(field) {
                    pointers_in(inner, rest, found);
                }
            }
            _ => {}
        },
        _ => {}
    }
}

fn pointer_from(json: &Json) -> Option<Pointer> {
    if json.get("__type")?.as_str()? != "Pointer" {
        return None;
    }
    let class = ClassName::parse(json.get("className")?.as_str()?)?;
    Some(Pointer { class, id: json.get("objectId")?.as_str()?.to_owned() })
}

fn replace_in(object: &mut Object, way: &[String], targets: &mut Targets) {
    let Some((field, rest)) = way.split_first() else { return };
    let mut is_gone = false;
    match object.fields.get_mut(field) {
        Some(value @ Value::Pointer(_)) if rest.is_empty() => {
            if let Value::Pointer(pointer) = &*value {
                match targets.take(&pointer.class, &pointer.id) {
                    Some(target) => *value = Value::Included(Box::new(target)),
                    None => is_gone = true,
                }
            }
        }
        Some(Value::Included(inner)) => replace_in(inner, rest, targets),
        Some(Value::List(items)) => items.retain_mut(|item| replaced(item, rest, targets)),
        Some(Value::Map(map)) if !rest.is_empty() => {
            if let Some(inner) = map.get_mut(&rest[0])
                && !replaced(inner, &rest[1..], targets)
            {
                map.remove(&rest[0]);
            }
        }
        _ => {}
    }
    if is_gone {
        object.fields.remove(field);
    }
}

/// Replaces pointers inside JSON. Returns whether the value itself still exists.
fn replaced(json: &mut Json, way: &[String], targets: &mut Targets) -> bool {
    if way.is_empty()
        && let Some(pointer) = pointer_from(json)
    {
        let Some(target) = targets.take(&pointer.class, &pointer.id) else { return false };
        *json = included_to_json(&target);
        return true;
    }
    match json {
        Json::Array(items) => items.retain_mut(|item| replaced(item, way, targets)),
        Json::Object(map) => {
            if let Some((field, rest)) = way.split_first()
                && let Some(inner) = map.get_mut(field)
                && !replaced(inner, rest, targets)
            {
                map.remove(field);
            }
        }
        _ => {}
    }
    true
}
