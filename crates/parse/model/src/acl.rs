//! Who may read and write one object.

use std::collections::HashSet;

use crate::refusal::{Code, Refusal};
use crate::{Json, JsonMap};

/// The two lists of principals of an object: `*`, user ids, and `role:<name>`.
///
/// An absent list allows all callers; an empty list allows only the master key.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Acl {
    /// Who may read.
    pub read: Option<Vec<String>>,
    /// Who may write.
    pub write: Option<Vec<String>>,
}

impl Acl {
    /// Only the master key.
    pub fn master_only() -> Acl {
        Acl { read: Some(Vec::new()), write: Some(Vec::new()) }
    }

    /// Reads the wire form, `{"<principal>": {"read": true, "write": true}}`.
    pub fn parse(json: &Json) -> Result<Acl, Refusal> {
        let invalid = || Refusal::new(Code::INVALID_ACL, "Invalid ACL.");
        let entries = json.as_object().ok_or_else(invalid)?;
        let (mut read, mut write) = (Vec::new(), Vec::new());
        for (principal, rights) in entries {
            if principal == "*unresolved" {
                return Err(invalid());
            }
            if is_truthy(rights.get("read")) {
                read.push(principal.clone());
            }
            if is_truthy(rights.get("write")) {
                write.push(principal.clone());
            }
        }
        Ok(Acl { read: Some(read), write: Some(write) })
    }

    /// The wire form: readers first, each principal with the flags it has.
    pub fn to_json(&self) -> Json {
        let mut entries = JsonMap::new();
        for (list, flag) in [(&self.read, "read"), (&self.write, "write")] {
            for principal in list.iter().flatten() {
                let rights = entries
                    .entry(principal.clone())
                    .or_insert_with(|| Json::Object(JsonMap::new()));
                if let Json::Object(rights) = rights {
                    rights.insert(flag.to_owned(), Json::Bool(true));
                }
            }
        }
        Json::Object(entries)
    }

    /// Gives one principal both rights.
    pub fn allow(&mut self, principal: &str) {
        for list in [&mut self.read, &mut self.write] {
            let list = list.get_or_insert_default();
            if !list.iter().any(|known| known == principal) {
                list.push(principal.to_owned());
            }
        }
    }

    /// Whether a caller with these principals may read.
    pub fn may_read(&self, group: &[String]) -> bool {
        may(self.read.as_deref(), group)
    }

    /// Whether a caller with these principals may write.
    pub fn may_write(&self, group: &[String]) -> bool {
        may(self.write.as_deref(), group)
    }
}

/// Beyond so many comparisons the group is hashed: a writer chooses how long a list is.
const COMPARED: usize = 256;

fn may(list: Option<&[String]>, group: &[String]) -> bool {
    let Some(list) = list else { return true };
    if list.len().saturating_mul(group.len()) <= COMPARED {
        return list.iter().any(|principal| group.contains(principal));
    }
    let group: HashSet<&String> = group.iter().collect();
    list.iter().any(|principal| group.contains(principal))
}

/// JavaScript's idea of true, which is what Parse Server asks of a flag.
fn is_truthy(value: Option<&Json>) -> bool {
    match value {
        None | Some(Json::Null | Json::Bool(false)) => false,
        Some(Json::Number(number)) => number.as_f64() != Some(0.0),
        Some(Json::String(text)) => !text.is_empty(),
        Some(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_empty_acl_admits_nobody_and_no_acl_everybody() {
        let group = ["*".to_owned()];
        assert!(!Acl::parse(&json!({})).unwrap().may_read(&group));
        assert!(Acl::default().may_write(&group));
    }

    #[test]
    fn reading_and_writing_are_independent() {
        let acl = Acl::parse(&json!({"*": {"read": true}, "bob": {"write": true}})).unwrap();
        let bob = ["bob".to_owned()];
        assert!(acl.may_write(&bob) && !acl.may_read(&bob));
        assert_eq!(acl.to_json(), json!({"*": {"read": true}, "bob": {"write": true}}));
    }

    #[test]
    fn long_lists_admit_whom_short_ones_do() {
        let names = |name: &str| (0..2000).map(|at| format!("{name}{at}")).collect::<Vec<_>>();
        let mut acl = Acl { read: Some(names("u")), write: Some(names("w")) };
        assert!(!acl.may_read(&names("role:")) && !acl.may_write(&names("u")));
        acl.allow("role:1999");
        assert!(acl.may_read(&names("role:")) && acl.may_write(&names("role:")));
    }

    #[test]
    fn what_is_no_object_is_no_acl() {
        for bad in [json!("x"), json!(3), json!([]), json!({"*unresolved": {"read": true}})] {
            assert_eq!(Acl::parse(&bad).unwrap_err().code, Code::INVALID_ACL, "{bad}");
        }
    }
}
