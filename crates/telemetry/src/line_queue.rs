//! Lines of the log on their way out.
//!
//! A caller that logs hands a line over and goes on: nothing is locked, no call into the system is
//! made, and a reader that is slow or gone costs lines, never time. A thread of its own writes what
//! has gathered, many lines at once.

use std::io::{self, BufWriter, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::Duration;

use integrations::api_key;
use tracing_subscriber::fmt::MakeWriter;

/// How many lines wait at most; more are dropped and counted.
const WAITING: usize = 16 * 1024;

/// How long lines gather. Waking the writer for each would cost more than the line.
const GATHERING: Duration = Duration::from_millis(10);

/// How long the end of the process waits for a reader that does not read.
const PATIENCE: Duration = Duration::from_secs(2);

const BUFFER: usize = 64 * 1024;

/// The way out. Clones lead to the same one.
#[derive(Debug, Clone)]
pub struct LineQueue {
    entries: SyncSender<Entry>,
    dropped: Arc<AtomicU64>,
}

#[derive(Debug)]
enum Entry {
    Line(Box<[u8]>),
    /// A thread waits until everything before this has been written.
    Flush(SyncSender<()>),
}

impl LineQueue {
    /// Starts the thread that writes to `out`, and tells `told` how many lines were dropped
    /// whenever that is more than before.
    pub fn start(
        out: impl Write + Send + 'static,
        told: impl Fn(u64) + Send + 'static,
    ) -> io::Result<LineQueue> {
        LineQueue::with_room(WAITING, out, told)
    }

    fn with_room(
        waiting: usize,
        out: impl Write + Send + 'static,
        told: impl Fn(u64) + Send + 'static,
    ) -> io::Result<LineQueue> {
        let (entries, received) = sync_channel(waiting);
        let dropped = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&dropped);
        let out = BufWriter::with_capacity(BUFFER, out);
        thread::Builder::new()
            .name("log".to_owned())
            .spawn(move || write_out(&received, out, || told_of(&counted, &told)))?;
        Ok(LineQueue { entries, dropped })
    }

    fn push(&self, line: &[u8]) {
        if let Err(TrySendError::Full(_)) = self.entries.try_send(Entry::Line(line.into())) {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Waits until everything so far is written, but not for ever.
    pub fn flush(&self) {
        let (done, is_done) = sync_channel(1);
        if self.entries.try_send(Entry::Flush(done)).is_ok() {
            let _ = is_done.recv_timeout(PATIENCE);
        }
    }
}

fn told_of(dropped: &AtomicU64, told: &impl Fn(u64)) {
    let lines = dropped.swap(0, Ordering::Relaxed);
    if lines > 0 {
        told(lines);
    }
}

/// Writes until all senders are gone. A line that cannot be written is dropped silently.
fn write_out(entries: &Receiver<Entry>, mut out: impl Write, tell_of_dropped: impl Fn()) {
    while let Ok(first) = entries.recv() {
        let mut waiting = Vec::new();
        let mut next = Some(first);
        while let Some(entry) = next {
            match entry {
                Entry::Line(line) => drop(out.write_all(&line)),
                Entry::Flush(done) => waiting.push(done),
            }
            next = entries.try_recv().ok();
        }
        let _ = out.flush();
        for done in waiting {
            let _ = done.try_send(());
        }
        tell_of_dropped();
        thread::park_timeout(GATHERING);
    }
}

impl<'a> MakeWriter<'a> for LineQueue {
    type Writer = &'a LineQueue;

    fn make_writer(&'a self) -> &'a LineQueue {
        self
    }
}

/// Every write is one whole line.
impl Write for &LineQueue {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        match without_keys(line) {
            Some(struck) => self.push(struck.as_bytes()),
            None => self.push(line),
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A line without the keys of programs in it, if there are any: whatever else goes wrong, none is
/// ever in the log.
fn without_keys(line: &[u8]) -> Option<String> {
    let may_have = line.windows(3).any(|three| three == b"ts_");
    api_key::struck_out(str::from_utf8(line).ok().filter(|_| may_have)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Sender, channel};

    /// A reader that takes a piece and then stands still until it is let go.
    struct Slow {
        read: Sender<Vec<u8>>,
        let_go: Receiver<()>,
    }

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _ = self.read.send(bytes.to_vec());
            let _ = self.let_go.recv();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_reader_that_does_not_read_costs_lines_that_are_counted_and_no_time() {
        let (let_go, is_let) = channel();
        let (read, was_read) = channel();
        let (told, was_told) = channel();
        let tell = move |lines| told.send(lines).unwrap();
        let queue = LineQueue::with_room(8, Slow { read, let_go: is_let }, tell).unwrap();
        (&queue).write_all(b"first\n").unwrap();
        assert_eq!(was_read.recv().unwrap(), b"first\n");
        for number in 1..1000 {
            (&queue).write_all(format!("{number}\n").as_bytes()).unwrap();
        }
        drop(let_go);
        assert_eq!(was_told.recv().unwrap(), 991);
        drop(queue);
        let rest: Vec<u8> = was_read.iter().flatten().collect();
        assert_eq!(rest, b"1\n2\n3\n4\n5\n6\n7\n8\n");
        assert_eq!(was_told.iter().sum::<u64>(), 0);
    }

    #[test]
    fn what_was_logged_before_a_flush_has_been_written_after_it() {
        let (read, was_read) = channel();
        let (let_go, is_let) = channel();
        drop(let_go);
        let queue = LineQueue::start(Slow { read, let_go: is_let }, |_| {}).unwrap();
        for number in 0..1000 {
            (&queue).write_all(format!("{number}\n").as_bytes()).unwrap();
        }
        queue.flush();
        let written: Vec<u8> = was_read.try_iter().flatten().collect();
        assert_eq!(written.iter().filter(|byte| **byte == b'\n').count(), 1000);
    }
}
