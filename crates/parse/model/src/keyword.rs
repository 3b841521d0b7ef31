//! Keys that have no business in data: they are what attacks on JavaScript servers are made of.

use regex::Regex;

use crate::refusal::Refusal;
use crate::{Json, JsonMap};

/// What no write may carry, at any depth.
#[derive(Debug, Clone)]
pub struct Denylist(Vec<Rule>);

/// One entry: a key, a value, or both together.
#[derive(Debug, Clone)]
struct Rule {
    key: Option<Wanted>,
    value: Option<Wanted>,
    /// As the operator wrote it; refusals quote it.
    shown: String,
}

/// What a key or a value is held against.
#[derive(Debug, Clone)]
enum Wanted {
    /// Text with a part like this; a pattern without signs of its own is searched as it stands.
    Part(String),
    /// Text in which a pattern is found.
    Pattern(Regex),
    /// Exactly this.
    Value(Json),
}

impl Default for Denylist {
    /// Parse Server's own.
    fn default() -> Denylist {
        let part = |text: &str| Some(Wanted::Part(text.to_owned()));
        let rule = |key, value, shown: &str| Rule { key, value, shown: shown.to_owned() };
        Denylist(vec![
            rule(part("_bsontype"), part("Code"), r#"{"key":"_bsontype","value":"Code"}"#),
            rule(part("constructor"), None, r#"{"key":"constructor"}"#),
            rule(part("__proto__"), None, r#"{"key":"__proto__"}"#),
        ])
    }
}

impl Denylist {
    /// Reads `[{"key": …, "value": …}]`, where a text alone is a key; `None` if a rule says neither
    /// or holds no pattern.
    pub fn parse(text: &str) -> Option<Denylist> {
        let Ok(Json::Array(rules)) = serde_json::from_str(text) else { return None };
        rules.iter().map(Rule::parse).collect::<Option<Vec<Rule>>>().map(Denylist)
    }

    /// Refuses data that carries a denied key or value at any depth, a dotted path included.
    pub fn check(&self, data: &JsonMap) -> Result<(), Refusal> {
        if self.0.is_empty() {
            return Ok(());
        }
        data.iter().try_for_each(|(key, value)| self.member(key, value))
    }

    fn member(&self, key: &str, value: &Json) -> Result<(), Refusal> {
        if let Some(rule) = self.0.iter().find(|rule| rule.meets(key, value)) {
            let shown = &rule.shown;
            return Err(Refusal::key(format!("Prohibited keyword in request data: {shown}.")));
        }
        match value {
            Json::Object(map) => self.check(map),
            Json::Array(items) => items.iter().try_for_each(|item| self.element(item)),
            _ => Ok(()),
        }
    }

    /// An element of an array has no key of its own, but may be a denied value.
    fn element(&self, item: &Json) -> Result<(), Refusal> {
        match item {
            Json::Bool(_) | Json::Null | Json::Number(_) | Json::String(_)
                if !self.0.iter().any(|rule| rule.key.is_none()) =>
            {
                Ok(())
            }
            _ => self.member("", item),
        }
    }
}

impl Rule {
    fn parse(json: &Json) -> Option<Rule> {
        if let Json::String(key) = json {
            return Some(Rule { key: Wanted::parse(key), value: None, shown: json.to_string() })
                .filter(|rule| rule.key.is_some());
        }
        let map = json.as_object()?;
        let wanted = |name: &str| match map.get(name) {
            None => Some(None),
            Some(Json::String(text)) => Wanted::parse(text).map(Some),
            Some(other) => Some(Some(Wanted::Value(other.clone()))),
        };
        let (key, value) = (wanted("key")?, wanted("value")?);
        (key.is_some() || value.is_some()).then(|| Rule { key, value, shown: json.to_string() })
    }

    fn meets(&self, key: &str, value: &Json) -> bool {
        let key_meets = |wanted: &Wanted| {
            wanted.is_in(key)
                || (key.contains('.') && key.split('.').any(|segment| wanted.is_in(segment)))
        };
        self.key.as_ref().is_none_or(key_meets)
            && self.value.as_ref().is_none_or(|wanted| wanted.is(value))
    }
}

impl Wanted {
    fn parse(text: &str) -> Option<Wanted> {
        if regex::escape(text) == text {
            return Some(Wanted::Part(text.to_owned()));
        }
        Regex::new(text).ok().map(Wanted::Pattern)
    }

    fn is_in(&self, text: &str) -> bool {
        match self {
            Wanted::Part(part) => text.contains(part.as_str()),
            Wanted::Pattern(pattern) => pattern.is_match(text),
            Wanted::Value(_) => false,
        }
    }

    fn is(&self, value: &Json) -> bool {
        match (self, value) {
            (Wanted::Value(wanted), value) => wanted == value,
            (wanted, Json::String(text)) => wanted.is_in(text),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn refused(list: &Denylist, data: Json) -> Option<String> {
        let Json::Object(map) = data else { panic!("an object was expected") };
        list.check(&map).err().map(|refusal| refusal.message.into_owned())
    }

    #[test]
    fn the_keys_of_prototypes_are_denied_at_any_depth() {
        let list = Denylist::default();
        for data in [
            json!({ "constructor": 1 }),
            json!({ "obj": { "constructor": { "prototype": {} } } }),
            json!({ "obj": { "a": {}, "__proto__": {} } }),
            json!({ "list": [1, [{ "__proto__": 1 }]] }),
            json!({ "obj": { "tags": [], "_bsontype": "Code", "code": "x" } }),
            json!({ "obj.constructor.prototype.x": { "__op": "Increment", "amount": 1 } }),
            json!({ "obj.__proto__.x": 0 }),
        ] {
            let told = refused(&list, data.clone()).unwrap_or_else(|| panic!("{data}"));
            assert!(told.starts_with("Prohibited keyword in request data: {\"key\":"), "{told}");
        }
        for data in
            [json!({ "t": "constructor", "list": ["__proto__"] }), json!({ "_bsontype": "Binary" })]
        {
            assert_eq!(refused(&list, data.clone()), None, "{data}");
        }
    }

    #[test]
    fn an_operators_rules_are_patterns() {
        let list = Denylist::parse(r#"[{"key":"^a.c$"},{"value":"bad"},{"key":"n","value":1}]"#);
        let list = list.unwrap();
        assert_eq!(
            refused(&list, json!({ "x": { "abc": 1 } })).unwrap(),
            r#"Prohibited keyword in request data: {"key":"^a.c$"}."#
        );
        assert!(refused(&list, json!({ "x.abc.y": 1 })).is_some(), "a segment of a path");
        assert!(refused(&list, json!({ "x": ["so bad"] })).is_some());
        assert!(refused(&list, json!({ "n": 1 })).is_some());
        assert_eq!(refused(&list, json!({ "abcd": 2, "n": 2 })), None);
        let texts = Denylist::parse(r#"["foo"]"#).unwrap();
        let told = refused(&texts, json!({ "a.foo": { "__op": "AddUnique", "objects": [1] } }));
        assert_eq!(told.unwrap(), r#"Prohibited keyword in request data: "foo"."#);
    }

    #[test]
    fn what_is_no_rule_is_not_read() {
        for text in ["{}", "[1]", "[{}]", r#"[{"key":"("}]"#, r#"["("]"#, "x"] {
            assert!(Denylist::parse(text).is_none(), "{text}");
        }
        assert!(refused(&Denylist::parse("[]").unwrap(), json!({ "constructor": 1 })).is_none());
    }
}
