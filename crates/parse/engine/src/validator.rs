//! Requirements of a function for its callers and parameters, as data.

use parse_model::wire::json_equal;
use parse_model::{Code, Json, JsonMap, Refusal};

use crate::error::Error;

/// The requirements. None by default.
#[derive(Debug, Clone, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Validator {
    /// A user must be signed in.
    pub require_user: bool,
    /// The master key is required.
    pub require_master: bool,
    /// The requirements apply to the master key too.
    pub validate_master_key: bool,
    /// With the master key the function is not called.
    pub skip_with_master_key: bool,
    /// The user must have one of these roles.
    pub require_any_user_roles: Vec<String>,
    /// The user must have all of these roles.
    pub require_all_user_roles: Vec<String>,
    /// The user's record must have these fields.
    pub require_user_keys: Vec<String>,
    /// The parameters.
    pub fields: Vec<(String, ParamRule)>,
}

/// The rule of one parameter.
#[derive(Debug, Clone, Default)]
pub struct ParamRule {
    /// Its type.
    pub kind: Option<ParamKind>,
    /// Whether it is required.
    pub is_required: bool,
    /// Its default.
    pub default: Option<Json>,
    /// Its allowed values, if limited.
    pub options: Vec<Json>,
    /// The error for another value.
    pub error: Option<String>,
}

/// The type of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParamKind {
    /// Text.
    String,
    /// A number.
    Number,
    /// True or false.
    Boolean,
    /// A list.
    Array,
    /// An object.
    Object,
}

impl ParamKind {
    fn name(self) -> &'static str {
        match self {
            ParamKind::String => "string",
            ParamKind::Number => "number",
            ParamKind::Boolean => "boolean",
            ParamKind::Array => "array",
            ParamKind::Object => "object",
        }
    }

    fn fits(self, json: &Json) -> bool {
        match json {
            Json::String(_) => self == ParamKind::String,
            Json::Number(_) => self == ParamKind::Number,
            Json::Bool(_) => self == ParamKind::Boolean,
            Json::Array(_) => self == ParamKind::Array,
            Json::Object(_) | Json::Null => self == ParamKind::Object,
        }
    }
}

impl ParamRule {
    /// Checks a parameter, and fills in its default.
    pub(crate) fn check(&self, name: &str, params: &mut JsonMap) -> Result<(), Error> {
        if let Some(default) = &self.default
            && params.get(name).is_none_or(Json::is_null)
        {
            params.insert(name.to_owned(), default.clone());
        }
        let value = params.get(name);
        if self.is_required && value.is_none_or(Json::is_null) {
            return Err(refused(format!("Validation failed. Please specify data for {name}.")));
        }
        let Some(value) = value else { return Ok(()) };
        if let Some(kind) = self.kind.filter(|kind| !kind.fits(value)) {
            let kind = kind.name();
            return Err(refused(format!(
                "Validation failed. Invalid type for {name}. Expected: {kind}"
            )));
        }
        if !self.options.is_empty() && !self.options.iter().any(|known| json_equal(known, value)) {
            let known: Vec<String> = self.options.iter().map(display).collect();
            let told = self.error.clone().unwrap_or_else(|| {
                let known = known.join(", ");
                format!("Validation failed. Invalid option for {name}. Expected: {known}")
            });
            return Err(refused(told));
        }
        Ok(())
    }
}

fn display(json: &Json) -> String {
    match json {
        Json::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// 142, in the words of a validator.
pub(crate) fn refused(text: impl Into<std::borrow::Cow<'static, str>>) -> Error {
    Error::Refused(Refusal::new(Code::VALIDATION_ERROR, text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn refusal_of(rule: &ParamRule, params: Json) -> Option<String> {
        let mut params = params.as_object().unwrap().clone();
        rule.check("n", &mut params).err().map(|error| error.to_string())
    }

    #[test]
    fn a_parameter_has_its_type() {
        let rule = ParamRule { kind: Some(ParamKind::Number), ..ParamRule::default() };
        assert_eq!(refusal_of(&rule, json!({ "n": 1 })), None);
        assert_eq!(refusal_of(&rule, json!({})), None);
        let text = "Validation failed. Invalid type for n. Expected: number";
        for wrong in [json!("1e9"), json!([1]), json!(null), json!({ "valueOf": 1 })] {
            assert_eq!(refusal_of(&rule, json!({ "n": wrong })).as_deref(), Some(text));
        }
    }

    #[test]
    fn a_parameter_is_one_of_its_options() {
        let options = vec![json!("a"), json!(2)];
        let rule = ParamRule { options, ..ParamRule::default() };
        assert_eq!(refusal_of(&rule, json!({ "n": 2.0 })), None);
        let text = "Validation failed. Invalid option for n. Expected: a, 2";
        assert_eq!(refusal_of(&rule, json!({ "n": "b" })).as_deref(), Some(text));
        let rule = ParamRule { error: Some("no".to_owned()), ..rule };
        assert_eq!(refusal_of(&rule, json!({ "n": "b" })).as_deref(), Some("no"));
    }

    #[test]
    fn a_parameter_that_is_missing_gets_its_default_or_is_refused() {
        let rule = ParamRule { is_required: true, ..ParamRule::default() };
        let text = "Validation failed. Please specify data for n.";
        assert_eq!(refusal_of(&rule, json!({})).as_deref(), Some(text));
        let rule = ParamRule { default: Some(json!(7)), ..rule };
        let mut params = JsonMap::new();
        rule.check("n", &mut params).unwrap();
        assert_eq!(params["n"], 7);
    }
}
