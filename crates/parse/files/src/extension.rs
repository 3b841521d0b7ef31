//! Which extensions may be uploaded, in the words of Parse Server's `fileUpload.fileExtensions`.

use parse_model::{Code, Refusal};
use regex::Regex;

use crate::content::content_type_of;
use crate::name::FileName;

/// Patterns of which an extension must match one.
#[derive(Debug, Clone, Default)]
pub struct Extensions {
    patterns: Vec<Pattern>,
    is_anything_allowed: bool,
}

#[derive(Debug, Clone)]
struct Pattern {
    regex: Regex,
    /// `^(?!…)`: everything but this. The one form of looking ahead that such lists are made of.
    is_negated: bool,
}

impl Extensions {
    /// Reads a list of patterns; `None` if one of them is none. `*` allows everything.
    pub fn parse(list: &[String]) -> Option<Extensions> {
        let is_anything_allowed = list.iter().any(|pattern| pattern == "*");
        let patterns = list.iter().filter(|pattern| *pattern != "*").map(|pattern| {
            let negated = pattern.strip_prefix("^(?!").and_then(|rest| rest.strip_suffix(')'));
            let regex = match negated {
                Some(inner) => Regex::new(&format!("^(?:{inner})")),
                None => Regex::new(pattern),
            };
            Some(Pattern { regex: regex.ok()?, is_negated: negated.is_some() })
        });
        Some(Extensions { patterns: patterns.collect::<Option<_>>()?, is_anything_allowed })
    }

    /// Whether a file with this extension may be uploaded.
    pub fn allow(&self, extension: &str) -> bool {
        self.is_anything_allowed
            || self.patterns.iter().any(|p| p.regex.is_match(extension) != p.is_negated)
    }

    /// Refuses a file whose extension is not allowed, or whose type is not where it has none.
    pub fn check(&self, name: &FileName, said: Option<&str>) -> Result<(), Refusal> {
        let extension: String = name.extension().split_whitespace().collect();
        if !extension.is_empty() && !self.allow(&extension) {
            return Err(disabled(&extension));
        }
        let is_known = !extension.is_empty() && content_type_of(name.as_str()).is_some();
        match said {
            // The type that was said is the one it would be served with.
            Some(said) if !is_known && !self.is_anything_allowed => self.check_type(said),
            _ => Ok(()),
        }
    }

    fn check_type(&self, said: &str) -> Result<(), Refusal> {
        let bare = said.split(';').next().unwrap_or_default();
        let parts = bare.split_once('/').map(|(kind, rest)| (kind.trim(), rest.trim()));
        match parts {
            Some((kind, subtype)) if is_token(kind) && is_token(subtype) => {
                if self.allow(subtype) {
                    Ok(())
                } else {
                    Err(disabled(subtype))
                }
            }
            _ => {
                let word = parts.map_or(bare, |(kind, _)| kind);
                let word: String = word.split_whitespace().collect();
                if !word.is_empty() && !self.allow(&word) {
                    return Err(disabled(&word));
                }
                Err(Refusal::new(Code::FILE_SAVE_ERROR, "Invalid Content-Type."))
            }
        }
    }
}

fn is_token(text: &str) -> bool {
    let is_sign = |byte: u8| b"!#$%&'*+-.^_`|~".contains(&byte);
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || is_sign(byte))
}

fn disabled(extension: &str) -> Refusal {
    let problem = format!("File upload of extension {extension} is disabled.");
    Refusal::new(Code::FILE_SAVE_ERROR, problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEFAULT: &str = r"^(?!([xXsS]?[hH][tT][mM][lL]?(\+[xX][mM][lL])?|[xX][hH][tT]|[sS][vV][gG]([zZ]|\+[xX][mM][lL])?|[xX][mM][lL]|[xX][sS][lL][tT]?(\+[xX][mM][lL])?|[xX][sS][dD]|[rR][nN][gG]|[rR][dD][fF](\+[xX][mM][lL])?|[oO][wW][lL]|[mM][aA][tT][hH][mM][lL](\+[xX][mM][lL])?)$)";

    fn refusal(name: &str, said: Option<&str>) -> Option<String> {
        let extensions = Extensions::parse(&[DEFAULT.to_owned()]).unwrap();
        let name = FileName::checked(name).unwrap();
        extensions.check(&name, said).err().map(|refusal| refusal.text(true).to_owned())
    }

    #[test]
    fn active_content_is_refused_by_extension() {
        for name in ["a.html", "a.HTM", "a.shtml", "a.xhtml", "a.svg", "a.svgz", "a.xml", "a.xslt"]
        {
            let extension = name.split_once('.').unwrap().1;
            let expected = format!("File upload of extension {extension} is disabled.");
            assert_eq!(refusal(name, Some("image/png")), Some(expected), "{name}");
        }
        for name in ["a.png", "a.txt", "a.htmlx", "a.json"] {
            assert_eq!(refusal(name, None), None, "{name}");
        }
    }

    #[test]
    fn where_the_extension_says_nothing_the_type_is_looked_at() {
        let disabled = |what: &str| Some(format!("File upload of extension {what} is disabled."));
        assert_eq!(refusal("a", Some("image/svg+xml")), disabled("svg+xml"));
        assert_eq!(
            refusal("a", Some("application/xhtml+xml;charset=utf-8")),
            disabled("xhtml+xml")
        );
        assert_eq!(
            refusal("a", Some("application/xhtml+xml\t;charset=utf-8")),
            disabled("xhtml+xml")
        );
        assert_eq!(refusal("a.unheardof", Some("text/html")), disabled("html"));
        assert_eq!(refusal("a", Some("svg")), disabled("svg"));
        assert_eq!(refusal("a", Some("image")), Some("Invalid Content-Type.".to_owned()));
        assert_eq!(refusal("a", Some("image//svg+xml")), Some("Invalid Content-Type.".to_owned()));
        assert_eq!(refusal("a", Some("application/vnd.api+json")), None);
        assert_eq!(refusal("a", None), None);
    }

    #[test]
    fn a_list_is_an_allow_list_and_a_star_allows_everything() {
        let extensions = Extensions::parse(&["^png$".to_owned()]).unwrap();
        assert!(extensions.allow("png") && !extensions.allow("xpng"));
        assert!(Extensions::parse(&["*".to_owned()]).unwrap().allow("html"));
        assert!(Extensions::parse(&["a(?=b)".to_owned()]).is_none());
        assert!(!Extensions::default().allow("png"));
    }
}
