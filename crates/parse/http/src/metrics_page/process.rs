//! This process as Linux sees it, under the names that every exporter gives it.

use std::fs;

use parse_engine::Sample;

/// Ticks in a second and bytes in a page are what they are on every Linux that we are built for.
const TICKS: f64 = 100.0;
const PAGE: f64 = 4096.0;

/// The samples of the process; empty without `/proc`.
pub(super) fn samples() -> Vec<Sample> {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let mut samples = of_stat(&stat);
    let boot = fs::read_to_string("/proc/stat").unwrap_or_default();
    samples.extend(started(&stat, &boot));
    let open = fs::read_dir("/proc/self/fd").map_or(0, Iterator::count);
    let open = u32::try_from(open).unwrap_or(u32::MAX);
    samples.push(Sample::gauge("process_open_fds", "Open file descriptors", open.into()));
    let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
    samples.extend(most_files(&limits));
    samples
}

/// What follows the name of the program, which may hold anything.
fn fields(stat: &str) -> Vec<f64> {
    let rest = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    rest.split_whitespace().map(|field| field.parse().unwrap_or_default()).collect()
}

fn of_stat(stat: &str) -> Vec<Sample> {
    let fields = fields(stat);
    let field = |at: usize| fields.get(at).copied();
    let (Some(user), Some(system)) = (field(11), field(12)) else { return Vec::new() };
    let cpu = Sample {
        is_counter: true,
        ..Sample::gauge("process_cpu_seconds", "Processor time used", (user + system) / TICKS)
    };
    let threads = field(17).unwrap_or_default();
    let (virtual_bytes, pages) = (field(20).unwrap_or_default(), field(21).unwrap_or_default());
    vec![
        cpu,
        Sample::gauge("process_threads", "Threads", threads),
        Sample::gauge("process_virtual_memory_bytes", "Virtual memory", virtual_bytes),
        Sample::gauge("process_resident_memory_bytes", "Memory in use", pages * PAGE),
    ]
}

fn started(stat: &str, boot: &str) -> Option<Sample> {
    let boot = boot.lines().find_map(|line| line.strip_prefix("btime "))?;
    let boot: f64 = boot.trim().parse().ok()?;
    let after = fields(stat).get(19).copied()? / TICKS;
    let help = "When this process started, in seconds since 1970";
    Some(Sample::gauge("process_start_time_seconds", help, boot + after))
}

fn most_files(limits: &str) -> Option<Sample> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    let soft = line.split_whitespace().next()?.parse().ok()?;
    Some(Sample::gauge("process_max_fds", "File descriptors that may be open", soft))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_with_blanks_and_brackets_in_its_name_is_read_all_the_same() {
        let stat =
            "7 (touch (x) stone) S 1 7 7 0 -1 4 0 0 0 0 150 50 0 0 20 0 9 0 300 4096000 250 1";
        let value = |name: &str| {
            let samples = of_stat(stat);
            samples.iter().find(|sample| sample.name == name).map(|sample| sample.value)
        };
        assert_eq!(value("process_cpu_seconds"), Some(2.0));
        assert_eq!(value("process_threads"), Some(9.0));
        assert_eq!(value("process_resident_memory_bytes"), Some(250.0 * 4096.0));
        let begun = started(stat, "cpu 1\nbtime 1000\n").map(|sample| sample.value);
        assert_eq!(begun, Some(1003.0));
        let most =
            most_files("Max open files            1024                 4096                 files");
        assert_eq!(most.map(|sample| sample.value), Some(1024.0));
    }

    #[test]
    fn this_process_is_seen() {
        assert!(samples().iter().any(|one| one.name == "process_open_fds" && one.value > 0.0));
    }
}
