//! Moments, to the millisecond, as the protocol writes them.

use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// A moment in UTC, in milliseconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(i64);

impl Date {
    /// From milliseconds since 1970.
    pub const fn from_millis(millis: i64) -> Date {
        Date(millis)
    }

    /// Milliseconds since 1970.
    pub const fn millis(self) -> i64 {
        self.0
    }

    /// This moment and `seconds` more.
    pub const fn plus_seconds(self, seconds: i64) -> Date {
        Date(self.0.saturating_add(seconds.saturating_mul(1000)))
    }

    /// Reads a date, or a date and time, in ISO 8601. Without an offset, UTC is meant.
    pub fn parse(text: &str) -> Option<Date> {
        let full = completed(text)?;
        let moment = OffsetDateTime::parse(&full, &Rfc3339).ok()?;
        i64::try_from(moment.unix_timestamp_nanos().div_euclid(1_000_000)).ok().map(Date)
    }

    /// `2020-01-01T00:00:00.000Z`, without a place on the heap.
    pub fn written(self) -> Iso {
        let days = self.0.div_euclid(86_400_000);
        let in_day = self.0.rem_euclid(86_400_000);
        let (year, month, day) = civil(days);
        let mut iso = Iso { bytes: [0; 27], length: 0 };
        if (0..=9999).contains(&year) {
            iso.digits(year, 4);
        } else {
            iso.push(if year < 0 { b'-' } else { b'+' });
            iso.digits(year.abs(), 6);
        }
        for (separator, number, width) in [
            (b'-', month, 2),
            (b'-', day, 2),
            (b'T', in_day / 3_600_000, 2),
            (b':', in_day / 60_000 % 60, 2),
            (b':', in_day / 1000 % 60, 2),
            (b'.', in_day % 1000, 3),
        ] {
            iso.push(separator);
            iso.digits(number, width);
        }
        iso.push(b'Z');
        iso
    }

    /// `2020-01-01T00:00:00.000Z`
    pub fn iso(self) -> String {
        self.written().as_str().to_owned()
    }
}

/// A moment as text.
#[derive(Debug, Clone, Copy)]
pub struct Iso {
    bytes: [u8; 27],
    length: usize,
}

impl Iso {
    /// The text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.length]).unwrap_or_default()
    }

    fn push(&mut self, byte: u8) {
        self.bytes[self.length] = byte;
        self.length += 1;
    }

    fn digits(&mut self, mut number: i64, width: usize) {
        for place in self.bytes[self.length..self.length + width].iter_mut().rev() {
            *place = b'0' + u8::try_from(number % 10).unwrap_or_default();
            number /= 10;
        }
        self.length += width;
    }
}

/// Fills in what RFC 3339 demands and clients leave out: the time, the seconds, the offset.
fn completed(text: &str) -> Option<String> {
    let text = text.trim();
    if !text.is_ascii() {
        return None;
    }
    let mut full = match text.len() {
        4 => format!("{text}-01-01T00:00:00Z"),
        7 => format!("{text}-01T00:00:00Z"),
        10 => format!("{text}T00:00:00Z"),
        _ => text.replacen(' ', "T", 1).replace('z', "Z"),
    };
    let time = full.get(11..)?;
    let offset_at = time.find(['Z', '+', '-']).map_or(full.len(), |at| at + 11);
    let has_seconds = full.get(11..offset_at)?.matches(':').count() >= 2;
    if !has_seconds {
        full.insert_str(offset_at, ":00");
    }
    let tail = full.get(19..)?;
    if !tail.contains(['Z', '+', '-']) {
        full.push('Z');
    } else if let Some(at) = tail.find(['+', '-']).map(|at| at + 19) {
        match full.len() - at {
            3 => full.push_str(":00"),
            5 => full.insert(at + 3, ':'),
            _ => {}
        }
    }
    Some(full)
}

/// Days since 1970 to year, month, day, in the proleptic Gregorian calendar.
fn civil(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn dates_without_time_or_offset_are_utc_midnight() {
        let midnight = "2020-01-01T00:00:00.000Z";
        for text in
            ["2020-01-01", "2020-01", "2020", "2020-01-01T00:00", "2020-01-01T00:00:00", midnight]
        {
            assert_eq!(Date::parse(text).map(Date::iso).as_deref(), Some(midnight), "{text}");
        }
    }

    #[test]
    fn offsets_become_utc_and_microseconds_are_cut() {
        for text in ["2020-01-01T02:00:00.1239+02:00", "2020-01-01T02:00:00.123999+0200"] {
            let date = Date::parse(text).map(Date::iso);
            assert_eq!(date.as_deref(), Some("2020-01-01T00:00:00.123Z"), "{text}");
        }
    }

    #[test]
    fn what_is_no_date_is_refused() {
        for text in ["", "yesterday", "2020-13-01", "2020-01-01T25:00:00Z", "20-1-1", "ä020-01-01"]
        {
            assert_eq!(Date::parse(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(millis in -62_135_596_800_000_i64..253_402_300_799_999) {
            let date = Date::from_millis(millis);
            prop_assert_eq!(Date::parse(&date.iso()), Some(date));
        }
    }
}
