//! What a new password must be like.

use std::sync::Arc;

use parse_model::{Code, Refusal};

use crate::password::{self, PasswordError};

/// What a password must be like.
#[derive(Debug, Clone, Default)]
pub struct PasswordPolicy {
    /// A pattern it must match.
    pub pattern: Option<PasswordPattern>,
    /// What to say of one that does not.
    pub validation_error: Option<String>,
    /// Whether it must not contain the user name.
    pub do_not_allow_username: bool,
    /// How many of a user's last passwords are refused; 0 for none.
    pub max_history: usize,
    /// After how many days it must be changed.
    pub max_age_days: Option<f64>,
    /// The fewest characters.
    pub min_length: usize,
    /// The least strength from 0 to 4, as zxcvbn rates it; 0 refuses nothing.
    pub min_strength: u8,
    /// Words that make it weak, beside the user's own name and address.
    pub words: Vec<String>,
}

impl PasswordPolicy {
    /// Refuses a password that is too short or does not match the pattern.
    pub fn check_shape(&self, password: &str) -> Result<(), Refusal> {
        if password.chars().count() < self.min_length {
            return Err(refused(format!(
                "Password must be at least {} characters long.",
                self.min_length
            )));
        }
        if self.pattern.as_ref().is_some_and(|pattern| !pattern.matches(password)) {
            let text = self.validation_error.clone();
            return Err(refused(text.unwrap_or_else(|| {
                "Password does not meet the Password Policy requirements.".to_owned()
            })));
        }
        Ok(())
    }

    /// Refuses a password that is easy to guess, for a user with this name and address.
    pub async fn check_strength(
        &self,
        password: &str,
        own: [Option<String>; 2],
    ) -> Result<(), PasswordError> {
        if self.min_strength == 0 {
            return Ok(());
        }
        let mut words = self.words.clone();
        for word in own.into_iter().flatten() {
            // The parts of an address are as well known as the whole.
            words.extend(word.split(['@', '.', '+', '-', '_']).map(str::to_owned));
            words.push(word);
        }
        words.retain(|word| !word.is_empty());
        if password::strength(password.to_owned(), words).await? < self.min_strength {
            return Err(refused(
                "Password is too easy to guess. Several words that do not belong together are harder.",
            )
            .into());
        }
        Ok(())
    }
}

fn refused(message: impl Into<std::borrow::Cow<'static, str>>) -> Refusal {
    Refusal::new(Code::VALIDATION_ERROR, message)
}

/// A pattern for passwords, in Perl's spelling with look-around, as JavaScript has it.
#[derive(Debug, Clone)]
pub struct PasswordPattern(Arc<fancy_regex::Regex>);

impl PasswordPattern {
    /// Reads a pattern.
    pub fn parse(text: &str) -> Option<PasswordPattern> {
        fancy_regex::Regex::new(text).ok().map(|regex| PasswordPattern(Arc::new(regex)))
    }

    /// Whether a password matches. One that would take too long to find out about does not.
    pub fn matches(&self, password: &str) -> bool {
        self.0.is_match(password).unwrap_or(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_counts_characters_and_not_bytes() {
        let policy = PasswordPolicy { min_length: 4, ..PasswordPolicy::default() };
        assert!(policy.check_shape("äöüß").is_ok());
        assert!(policy.check_shape("äöü").is_err());
    }

    #[test]
    fn the_operator_says_what_is_said_of_a_pattern() {
        let mut policy = PasswordPolicy {
            pattern: PasswordPattern::parse("[0-9]"),
            ..PasswordPolicy::default()
        };
        let told = |policy: &PasswordPolicy| policy.check_shape("none").unwrap_err();
        assert_eq!(
            told(&policy).message,
            "Password does not meet the Password Policy requirements."
        );
        policy.validation_error = Some("A figure, please.".to_owned());
        assert_eq!(told(&policy).message, "A figure, please.");
        assert!(policy.check_shape("n0ne").is_ok());
    }

    #[tokio::test]
    async fn what_others_know_makes_a_password_weak() {
        let policy = PasswordPolicy {
            min_strength: 3,
            words: vec!["touchstone".to_owned()],
            ..PasswordPolicy::default()
        };
        let own = || [Some("ada.lovelace".to_owned()), Some("ada@engines.example".to_owned())];
        for weak in ["password1234", "touchstone123", "lovelace1843", "engines.ada1"] {
            assert!(policy.check_strength(weak, own()).await.is_err(), "{weak}");
        }
        let strong = "grass kettle orbit wednesday";
        assert!(policy.check_strength(strong, own()).await.is_ok());
    }

    #[test]
    fn a_pattern_may_look_ahead_as_in_javascript() {
        let pattern = PasswordPattern::parse("^(?=.*[a-z])(?=.*[0-9]).{8,}$").unwrap();
        assert!(pattern.matches("abcdefg1"));
        assert!(!pattern.matches("abcdefgh") && !pattern.matches("abc1"));
        assert!(PasswordPattern::parse("(").is_none());
    }
}
