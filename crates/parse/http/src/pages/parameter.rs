//! The parameters of pages: in addresses, in forms, in headers.

use axum::body::Body;
use axum::http::header::{HeaderName, HeaderValue};
use axum::http::{HeaderMap, Response};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::state::HttpState;

/// What `URLSearchParams` encodes.
const FORM: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'*').remove(b'-').remove(b'.').remove(b'_').remove(b' ');

const PREFIX: &str = "x-parse-page-param-";

/// What a user asks of a page.
#[derive(Debug)]
pub(super) struct PageParameters {
    query: Vec<(String, String)>,
    form: Vec<(String, String)>,
    locale: Option<String>,
    /// Whether a form was posted.
    pub(super) is_post: bool,
    /// Whether a script asks, which wants JSON.
    pub(super) is_script: bool,
}

impl PageParameters {
    /// Reads a request.
    pub(super) fn new(
        query: Vec<(String, String)>,
        form: Vec<(String, String)>,
        headers: &HeaderMap,
        is_post: bool,
    ) -> PageParameters {
        let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let is_script = header("x-requested-with")
            .is_some_and(|value| value.eq_ignore_ascii_case("xmlhttprequest"));
        let locale = single(&query, "locale")
            .or_else(|| single(&form, "locale"))
            .or_else(|| header("x-parse-page-param-locale"))
            .filter(|locale| is_locale(locale))
            .map(str::to_owned);
        PageParameters { query, form, locale, is_post, is_script }
    }

    /// A parameter of the address.
    pub(super) fn query(&self, name: &str) -> Option<&str> {
        single(&self.query, name)
    }

    /// A field of the form.
    pub(super) fn form(&self, name: &str) -> Option<&str> {
        single(&self.form, name)
    }

    /// The locale that was asked for, if it is one.
    pub(super) fn locale(&self) -> Option<&str> {
        self.locale.as_deref()
    }
}

/// A value that is given exactly once; repeated values are ambiguous.
fn single<'a>(pairs: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let mut values = pairs.iter().filter(|(key, _)| key == name).map(|(_, value)| value.as_str());
    let value = values.next().filter(|value| !value.is_empty())?;
    values.next().is_none().then_some(value)
}

/// A language of two or three letters, then parts of two to eight letters or figures.
fn is_locale(text: &str) -> bool {
    let mut parts = text.split('-');
    let is_language = parts.next().is_some_and(|language| {
        (2..=3).contains(&language.len()) && language.bytes().all(|b| b.is_ascii_alphabetic())
    });
    is_language
        && text.len() <= 35
        && parts.all(|part| {
            (2..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric())
        })
}

/// The values of a page, in their order.
#[derive(Debug, Default)]
pub(super) struct Parameters(Vec<(&'static str, String)>);

impl Parameters {
    /// What every page knows. Without a name and an address of the application there are no pages.
    pub(super) fn of(state: &HttpState) -> Option<Parameters> {
        let name = state.settings.pages.app_name.as_deref()?;
        let base = state.settings.public_server_url.as_deref()?;
        let mut parameters = Parameters::default();
        parameters.set("appId", &state.settings.keys.application_id);
        parameters.set("appName", name);
        parameters.set("publicServerUrl", base);
        Some(parameters)
    }

    /// Sets a value.
    pub(super) fn set(&mut self, name: &'static str, value: &str) {
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => value.clone_into(known),
            None => self.0.push((name, value.to_owned())),
        }
    }

    /// Sets a value that there may be.
    pub(super) fn set_some(&mut self, name: &'static str, value: Option<&str>) {
        if let Some(value) = value {
            self.set(name, value);
        }
    }

    /// These, and others over them.
    pub(super) fn and(mut self, others: Parameters) -> Parameters {
        for (name, value) in others.0 {
            self.set(name, &value);
        }
        self
    }

    /// A value, or nothing.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    /// An address with all of them in its query.
    pub(super) fn added_to(&self, address: &str) -> String {
        let mut text = address.to_owned();
        let mut lead = if address.contains('?') { '&' } else { '?' };
        for (name, value) in &self.0 {
            text.push(lead);
            text.push_str(name);
            text.push('=');
            text.push_str(&utf8_percent_encode(value, FORM).to_string().replace(' ', "+"));
            lead = '&';
        }
        text
    }

    /// Tells them in headers, for anyone who does not want to read HTML. Control characters never
    /// get there.
    pub(super) fn put_on(&self, response: &mut Response<Body>) {
        for (name, value) in &self.0 {
            let value: String = value.chars().filter(|c| !c.is_ascii_control()).collect();
            let name = HeaderName::try_from(format!("{PREFIX}{}", name.to_ascii_lowercase()));
            if let (Ok(name), Ok(value)) = (name, HeaderValue::from_bytes(value.as_bytes())) {
                response.headers_mut().insert(name, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn a_value_that_is_given_twice_is_not_given() {
        let twice = pairs(&[("token", "a"), ("token", "b"), ("x", ""), ("y", "1")]);
        assert_eq!(single(&twice, "token"), None);
        assert_eq!(single(&twice, "x"), None);
        assert_eq!(single(&twice, "y"), Some("1"));
        assert_eq!(single(&pairs(&[("token[$regex]", "^a")]), "token"), None);
    }

    #[test]
    fn a_locale_is_no_way_out_of_the_folder() {
        for good in ["en", "de-AT", "zh-Hans-CN", "deu"] {
            assert!(is_locale(good), "{good}");
        }
        for bad in ["", "e", "../../x", "en/..", "en-", "en_US", "en-A", "en-ABCDEFGHI", "d\0"] {
            assert!(!is_locale(bad), "{bad}");
        }
    }

    #[test]
    fn an_address_is_written_as_javascript_writes_it() {
        let mut parameters = Parameters::default();
        parameters.set("appName", "A & B's");
        parameters.set("locale", "de-AT");
        assert_eq!(
            parameters.added_to("https://a.example/apps/x.html"),
            "https://a.example/apps/x.html?appName=A+%26+B%27s&locale=de-AT"
        );
    }

    #[test]
    fn no_control_character_reaches_a_header() {
        let mut parameters = Parameters::default();
        parameters.set("username", "a\r\nSet-Cookie: x=y");
        let mut response = Response::new(Body::empty());
        parameters.put_on(&mut response);
        assert_eq!(response.headers()["x-parse-page-param-username"], "aSet-Cookie: x=y");
        assert!(response.headers().get("set-cookie").is_none());
    }
}
