//! Mentions in texts.

use crate::username::Username;

/// Mentions of one text.
const MOST: usize = 10;

/// The mentioned names in lower case, without repetitions, in order.
pub fn mentions(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for (at, _) in text.match_indices('@') {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        // An e-mail address is not a mention.
        if before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '-')) {
            continue;
        }
        let rest = text.get(at + 1..).unwrap_or_default();
        let is_in_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
        let end = rest.find(|c| !is_in_name(c)).unwrap_or(rest.len());
        // A sentence may end right after a name.
        let name = rest.get(..end).unwrap_or_default().trim_end_matches(['.', '-']);
        match Username::parse(name).map(|name| name.folded()) {
            Ok(name) if !found.contains(&name) => found.push(name),
            _ => {}
        }
        if found.len() == MOST {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::mentions;

    #[test]
    fn names_are_called_and_addresses_of_mail_are_not() {
        assert_eq!(mentions("@Rin, does it? (@kai_2) ask @rin."), ["rin", "kai_2"]);
        assert_eq!(mentions("write to rin@mail.test or a.b@c"), [""; 0]);
        assert_eq!(mentions("@ @@ @- user@"), [""; 0]);
        assert_eq!(mentions("see @juno-7."), ["juno-7"]);
    }

    #[test]
    fn a_text_calls_ten_people_at_most() {
        let text: String = (0..50).map(|n| format!("@tester{n} ")).collect();
        assert_eq!(mentions(&text).len(), 10);
    }
}
