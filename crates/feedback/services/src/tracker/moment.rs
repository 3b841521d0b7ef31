//! Timestamps of trackers, in milliseconds since 1970.

/// Parses `2026-11-16T10:44:00Z`, with fractions, with an offset with or without a colon, and with
/// spaces instead of `T` and before the zone, as GitHub writes the expiry of a token.
pub fn millis(text: &str) -> Option<i64> {
    let text = text.trim();
    let (date, rest) = (text.get(..10)?, text.get(11..)?);
    if !matches!(text.as_bytes().get(10), Some(b'T' | b't' | b' ')) {
        return None;
    }
    let clock = rest.get(..8)?;
    let after = rest.get(8..)?;
    let digits = after
        .strip_prefix('.')
        .map_or(0, |fraction| fraction.bytes().take_while(u8::is_ascii_digit).count() + 1);
    let (fraction, zone) = (after.get(..digits)?, after.get(digits..)?.trim());
    let [year, month, day] = numbers(date, '-')?;
    let [hour, minute, second] = numbers(clock, ':')?;
    let fits = (1..=12).contains(&month)
        && (1..=31).contains(&day)
        && hour < 24
        && minute < 60
        && second <= 60;
    if !fits {
        return None;
    }
    let seconds = days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second;
    Some((seconds - offset(zone)?) * 1000 + thousandths(fraction))
}

/// Formats a timestamp for GitHub's `since`.
pub fn iso(millis: i64) -> String {
    let seconds = millis.div_euclid(1000);
    let (day, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let (year, month, date) = civil(day);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{date:02}T{hour:02}:{minute:02}:{second:02}Z")
}

fn numbers(text: &str, between: char) -> Option<[i64; 3]> {
    let mut parts = text.split(between).map(|part| {
        let is_number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| part.parse::<i64>().ok()).flatten()
    });
    let three = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(three)
}

fn thousandths(fraction: &str) -> i64 {
    let digits: String = fraction.chars().skip(1).chain("000".chars()).take(3).collect();
    digits.parse().unwrap_or(0)
}

/// Seconds east of Greenwich.
fn offset(zone: &str) -> Option<i64> {
    if matches!(zone, "Z" | "z" | "UTC" | "") {
        return Some(0);
    }
    let sign = match zone.as_bytes().first()? {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let digits: String = zone.chars().skip(1).filter(|c| *c != ':').collect();
    if digits.len() != 4 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let (hours, minutes) = (digits.get(..2)?.parse::<i64>(), digits.get(2..)?.parse::<i64>());
    Some(sign * (hours.ok()? * 3600 + minutes.ok()? * 60))
}

/// Days from 1970 to a date of the Gregorian calendar.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    (year, month, of_year - (153 * shifted + 2) / 5 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_in_which_trackers_write_a_moment_is_read() {
        let moment = 1_763_289_840_000;
        for text in [
            "2025-11-16T10:44:00Z",
            "2025-11-16T10:44:00.000Z",
            "2025-11-16T12:44:00+02:00",
            "2025-11-16T12:44:00.000+0200",
            "2025-11-16 10:44:00 UTC",
            "2025-11-16 05:44:00 -0500",
        ] {
            assert_eq!(millis(text), Some(moment), "{text}");
        }
        assert_eq!(millis("2025-11-16T10:44:00.25Z"), Some(moment + 250));
        for text in ["", "2025", "2025-11-16", "2025-13-16T10:44:00Z", "2025-11-16T10:44:0€Z"] {
            assert_eq!(millis(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        for second in [0, 951_782_400, 951_868_799, 1_763_289_840, 4_102_444_799] {
            assert_eq!(millis(&iso(second * 1000)), Some(second * 1000));
        }
    }
}
