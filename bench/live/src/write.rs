//! Writes over REST at a fixed rate, and when each was sent and answered.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::plan::Plan;

/// One write. Times are microseconds since the clock began.
#[derive(Clone, Copy, Default)]
pub(crate) struct Written {
    pub(crate) due: u32,
    pub(crate) sent: u32,
    pub(crate) answered: u32,
}

const PATIENCE: Duration = Duration::from_secs(60);
/// Writes that have this long before another connection is needed, so that a slow answer does not
/// hold back those after it. More would be idle for so long that a server may close them.
const ANSWER_SECONDS: f64 = 0.1;
const ANSWER_BYTES: usize = 16 << 10;

/// Makes all writes of the plan, each when it is due.
pub(crate) fn write_all(plan: &Plan, clock: Instant) -> io::Result<Vec<Written>> {
    let begin = clock.elapsed() + Duration::from_millis(200);
    let next = AtomicUsize::new(0);
    let written = Mutex::new(vec![Written::default(); plan.writes]);
    let writer = || -> io::Result<()> {
        let mut stream = TcpStream::connect(plan.server)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= plan.writes {
                return Ok(());
            }
            let due = begin + Duration::from_secs_f64(number as f64 / plan.rate);
            let request = request(plan, number);
            thread::sleep(due.saturating_sub(clock.elapsed()));
            let sent = clock.elapsed();
            stream.write_all(&request)?;
            read_answer(&mut stream)?;
            let times = [due, sent, clock.elapsed()].map(|time| time.as_micros());
            let [due, sent, answered] = times.map(|time| u32::try_from(time).unwrap_or(u32::MAX));
            let mut written = written.lock().map_err(|_| io::Error::other("a writer panicked"))?;
            written[number] = Written { due, sent, answered };
        }
    };
    thread::scope(|scope| {
        let writers = 1.0 + (plan.rate * ANSWER_SECONDS).ceil();
        let writers: Vec<_> = (0..writers as usize).map(|_| scope.spawn(writer)).collect();
        for writer in writers {
            writer.join().map_err(|_| io::Error::other("a writer panicked"))??;
        }
        Ok::<(), io::Error>(())
    })?;
    written.into_inner().map_err(|_| io::Error::other("a writer panicked"))
}

fn request(plan: &Plan, number: usize) -> Vec<u8> {
    let (path, body) = plan.request(number);
    format!(
        "POST {path} HTTP/1.1\r\nHost: {}\r\nX-Parse-Application-Id: {}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        plan.server,
        plan.application_id,
        body.len()
    )
    .into_bytes()
}

fn read_answer(stream: &mut TcpStream) -> io::Result<()> {
    let mut buffer = vec![0; ANSWER_BYTES];
    let mut end = 0;
    loop {
        let read = stream.read(&mut buffer[end..])?;
        end += read;
        let said = String::from_utf8_lossy(&buffer[..end]);
        if is_whole(&said) {
            // A batch is answered with 200 also when what is in it was refused.
            if said.starts_with("HTTP/1.1 2") && !said.contains(r#""error":"#) {
                return Ok(());
            }
            return Err(io::Error::other(format!("a write was answered with {said}")));
        }
        if read == 0 {
            return Err(io::Error::other(format!("a write was answered with {said} and an end")));
        }
    }
}

fn is_whole(answer: &str) -> bool {
    let Some((head, body)) = answer.split_once("\r\n\r\n") else { return false };
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
    });
    length.is_some_and(|length| body.len() >= length)
}
