//! Filling pages: the part of Mustache that pages use. Every value is escaped, however it is named.

use parse_model::html::escaped;

use super::parameter::Parameters;

/// Renders a page: `{{name}}` is a value, `{{#name}}…{{/name}}` is shown if there is one,
/// `{{^name}}…{{/name}}` if there is none.
pub(super) fn render(page: &str, parameters: &Parameters) -> String {
    let mut out = String::with_capacity(page.len() + 256);
    fill(page, parameters, &mut out);
    out
}

fn fill(page: &str, parameters: &Parameters, out: &mut String) {
    let mut rest = page;
    while let Some((before, after)) = rest.split_once("{{") {
        out.push_str(before);
        let (tag, after) = match after.strip_prefix('{') {
            Some(raw) => raw.split_once("}}}").unwrap_or((raw, "")),
            None => after.split_once("}}").unwrap_or((after, "")),
        };
        rest = after;
        let value = |name: &str| parameters.get(name.trim()).filter(|value| !value.is_empty());
        let section = tag.chars().next().filter(|kind| matches!(kind, '#' | '^'));
        match section {
            Some(kind) => {
                let name = &tag[1..];
                let (inner, after) = closed(rest, name);
                rest = after;
                if value(name).is_some() == (kind == '#') {
                    fill(inner, parameters, out);
                }
            }
            None if tag.starts_with(['!', '/']) => {}
            None => {
                let name = tag.strip_prefix('&').unwrap_or(tag);
                out.push_str(&escaped(value(name).unwrap_or_default()));
            }
        }
    }
    out.push_str(rest);
}

/// What stands before the end of a section, and what after it. A section without an end is the
/// rest.
fn closed<'a>(text: &'a str, name: &str) -> (&'a str, &'a str) {
    let end = format!("{{{{/{}}}}}", name.trim());
    text.split_once(&*end).unwrap_or((text, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rendered(page: &str) -> String {
        let mut parameters = Parameters::default();
        parameters.set("appName", "<A>");
        parameters.set("token", "\"><script>alert('x')</script>");
        parameters.set("error", "");
        render(page, &parameters)
    }

    #[test]
    fn every_value_is_escaped() {
        assert_eq!(rendered("<b>{{appName}}</b>"), "<b>&lt;A&gt;</b>");
        for page in ["{{token}}", "{{{token}}}", "{{&token}}", "{{ token }}"] {
            let page = rendered(page);
            assert!(!page.contains(['<', '>', '"', '\'']), "{page}");
        }
    }

    #[test]
    fn sections_depend_on_whether_there_is_a_value() {
        assert_eq!(rendered("{{#appName}}yes{{/appName}}{{^appName}}no{{/appName}}"), "yes");
        assert_eq!(rendered("{{#error}}yes{{/error}}{{^error}}no{{/error}}"), "no");
        assert_eq!(rendered("{{#none}}{{appName}}{{/none}}."), ".");
    }

    #[test]
    fn what_is_unfinished_ends_with_the_page() {
        assert_eq!(rendered("a{{appName"), "a&lt;A&gt;");
        assert_eq!(rendered("a{{#appName}}b"), "ab");
        assert_eq!(rendered("a{{! a note }}b{{unknown}}c{{"), "abc");
    }
}
