//! Which words go to which devices: by language, and by the number of the badge.

use std::collections::BTreeMap;

use parse_engine::push_provider::Device;
use parse_model::{Json, JsonMap, Object, Value, wire};

/// The keys of a message that may be said in several languages, as `alert-fr`.
const LOCALISED: &[&str] = &["alert", "title"];

/// The words for some devices.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Group {
    pub(crate) data: JsonMap,
    pub(crate) devices: Vec<Device>,
}

/// Splits a batch of installations into groups that get the same words.
pub(crate) fn groups(data: &JsonMap, batch: &[Object], counts_badge: bool) -> Vec<Group> {
    let locales = locales(data);
    let mut groups: BTreeMap<(usize, Option<i64>), Vec<Device>> = BTreeMap::new();
    for installation in batch {
        let Some(device) = device(installation) else { continue };
        let spoken = text(installation, "localeIdentifier").unwrap_or_default();
        let language = locales.iter().position(|locale| spoken.starts_with(locale));
        let badge = counts_badge.then(|| badge(installation));
        groups.entry((language.unwrap_or(locales.len()), badge)).or_default().push(device);
    }
    groups
        .into_iter()
        .map(|((language, badge), devices)| {
            let mut data = in_language(data, locales.get(language).map(String::as_str));
            if let Some(badge) = badge {
                data.insert("badge".to_owned(), Json::from(badge));
            }
            Group { data, devices }
        })
        .collect()
}

/// The languages a message is said in, in the order in which they appear.
fn locales(data: &JsonMap) -> Vec<String> {
    let mut locales = Vec::new();
    for key in data.keys() {
        if let Some(locale) = locale(key)
            && !locales.iter().any(|known| known == locale)
        {
            locales.push(locale.to_owned());
        }
    }
    locales
}

fn locale(key: &str) -> Option<&str> {
    LOCALISED.iter().find_map(|name| key.strip_prefix(name)?.strip_prefix('-'))
}

/// The message in one language, or the default one.
fn in_language(data: &JsonMap, language: Option<&str>) -> JsonMap {
    let mut said = data.clone();
    said.retain(|key, _| locale(key).is_none());
    for name in LOCALISED {
        let words = language.and_then(|language| data.get(&format!("{name}-{language}")));
        if let Some(words) = words.filter(|words| !matches!(words, Json::Null) && *words != "") {
            said.insert((*name).to_owned(), words.clone());
        }
    }
    said
}

fn device(installation: &Object) -> Option<Device> {
    Some(Device {
        id: installation.id.as_str().to_owned(),
        token: text(installation, "deviceToken").filter(|token| !token.is_empty())?.to_owned(),
        device_type: text(installation, "deviceType").unwrap_or_default().to_owned(),
        push_type: text(installation, "pushType").map(str::to_owned),
    })
}

fn text<'a>(object: &'a Object, field: &str) -> Option<&'a str> {
    object.fields.get(field).and_then(Value::as_text)
}

fn badge(installation: &Object) -> i64 {
    let number = installation.fields.get("badge").map(wire::to_json).and_then(|json| json.as_f64());
    #[expect(clippy::cast_possible_truncation, reason = "a badge is a small whole number")]
    let badge = number.unwrap_or_default() as i64;
    badge
}

#[cfg(test)]
mod tests {
    use super::*;
    use parse_model::{ClassName, FieldName, ObjectId};
    use serde_json::json;

    fn installation(id: &'static str, locale: &str, badge: f64) -> Object {
        let mut object = Object::new(ClassName::installation(), ObjectId::new(id));
        for (name, value) in [
            ("deviceToken", Value::from(id)),
            ("deviceType", Value::from("ios")),
            ("localeIdentifier", Value::from(locale)),
            ("badge", Value::Number(badge)),
        ] {
            object.fields.push(FieldName::from_static(name), value);
        }
        object
    }

    fn map(json: Json) -> JsonMap {
        let Json::Object(map) = json else { panic!("an object") };
        map
    }

    fn grouped(data: Json, batch: &[Object], counts_badge: bool) -> Vec<(Json, Vec<String>)> {
        let groups = groups(&map(data), batch, counts_badge);
        let ids = |group: &Group| group.devices.iter().map(|device| device.id.clone()).collect();
        groups.into_iter().map(|group| (Json::Object(group.data.clone()), ids(&group))).collect()
    }

    #[test]
    fn each_language_gets_its_words_and_others_the_general_ones() {
        let data = json!({"alert": "hi", "alert-fr": "salut", "title-de": "Titel", "x": 1});
        let batch = [
            installation("a", "fr-FR", 0.0),
            installation("b", "en", 0.0),
            installation("c", "de", 0.0),
            installation("d", "fr", 0.0),
        ];
        let expected = [
            (json!({"alert": "salut", "x": 1}), vec!["a".to_owned(), "d".to_owned()]),
            (json!({"alert": "hi", "title": "Titel", "x": 1}), vec!["c".to_owned()]),
            (json!({"alert": "hi", "x": 1}), vec!["b".to_owned()]),
        ];
        assert_eq!(grouped(data, &batch, false), expected);
    }

    #[test]
    fn a_growing_badge_is_told_as_the_number_it_has_become() {
        let batch =
            [installation("a", "", 3.0), installation("b", "", 1.0), installation("c", "", 3.0)];
        let told = grouped(json!({"alert": "hi", "badge": "Increment"}), &batch, true);
        let badges: Vec<&Json> = told.iter().map(|(data, _)| &data["badge"]).collect();
        assert_eq!(badges, [&json!(1), &json!(3)]);
        assert_eq!(told[1].1, ["a", "c"]);
    }

    #[test]
    fn who_has_no_token_gets_nothing() {
        let mut silent = installation("a", "", 0.0);
        silent.fields.remove("deviceToken");
        assert!(grouped(json!({"alert": "hi"}), &[silent], false).is_empty());
    }
}
