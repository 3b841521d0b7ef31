//! Durations such as `15m` and sizes such as `20MiB`.

/// The unit of a duration that is written as a plain number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Thousandths of a second.
    Milliseconds,
    /// Seconds.
    Seconds,
    /// Days of 24 hours.
    Days,
}

impl Unit {
    const fn milliseconds(self) -> u64 {
        match self {
            Unit::Milliseconds => 1,
            Unit::Seconds => 1000,
            Unit::Days => 24 * 60 * 60 * 1000,
        }
    }
}

/// A duration as a number of units: `90` is 90 of them, `15m` is converted. A duration that is not
/// a whole number of units is refused.
pub(crate) fn duration(text: &str, unit: Unit) -> Option<u64> {
    let (number, name) = number_and_unit(text)?;
    let named: u64 = match name {
        "" => return Some(number),
        "ms" => 1,
        "s" => 1000,
        "m" | "min" => 60 * 1000,
        "h" => 60 * 60 * 1000,
        "d" => 24 * 60 * 60 * 1000,
        "w" => 7 * 24 * 60 * 60 * 1000,
        _ => return None,
    };
    let milliseconds = number.checked_mul(named)?;
    (milliseconds % unit.milliseconds() == 0).then(|| milliseconds / unit.milliseconds())
}

/// A duration that must have a unit, in milliseconds.
pub(crate) fn duration_with_unit(text: &str) -> Option<i64> {
    let has_unit = text.ends_with(|last: char| last.is_ascii_alphabetic());
    let milliseconds = duration(text, Unit::Milliseconds).filter(|_| has_unit)?;
    i64::try_from(milliseconds).ok()
}

/// A size in bytes. Every unit is a power of 1024.
pub(crate) fn size(text: &str) -> Option<usize> {
    let text = text.to_ascii_lowercase();
    let (number, name) = number_and_unit(&text)?;
    let unit: u64 = match name {
        "" | "b" => 1,
        "k" | "kb" | "kib" => 1 << 10,
        "m" | "mb" | "mib" => 1 << 20,
        "g" | "gb" | "gib" => 1 << 30,
        _ => return None,
    };
    usize::try_from(number.checked_mul(unit)?).ok()
}

fn number_and_unit(text: &str) -> Option<(u64, &str)> {
    let text = text.trim();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let is_number = !digits.is_empty() && digits.trim_end().bytes().all(|b| b.is_ascii_digit());
    let number = digits.trim_end().parse().ok().filter(|_| is_number)?;
    Some((number, &text[digits.len()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_has_a_unit_or_the_unit_of_its_setting() {
        assert_eq!(duration("90", Unit::Seconds), Some(90));
        assert_eq!(duration("15m", Unit::Seconds), Some(900));
        assert_eq!(duration("30d", Unit::Days), Some(30));
        assert_eq!(duration("2w", Unit::Days), Some(14));
        assert_eq!(duration("90 s", Unit::Milliseconds), Some(90_000));
        assert_eq!(duration("1500ms", Unit::Milliseconds), Some(1500));
        for wrong in ["", "s", "1y", "-1s", "1.5h", "1 000", "99999999999999999d", "1m30s"] {
            assert_eq!(duration(wrong, Unit::Seconds), None, "{wrong}");
        }
        assert_eq!(duration("12h", Unit::Days), None, "not a whole number of days");
        assert_eq!(duration_with_unit("24h"), Some(86_400_000));
        assert_eq!(duration_with_unit("7"), None);
    }

    #[test]
    fn a_size_has_a_unit_or_is_in_bytes() {
        assert_eq!(size("20mb"), Some(20 << 20));
        assert_eq!(size("20MiB"), Some(20 << 20));
        assert_eq!(size("1 KB"), Some(1 << 10));
        assert_eq!(size("17"), Some(17));
        assert_eq!(size("much"), None);
        assert_eq!(size("-1"), None);
    }
}
