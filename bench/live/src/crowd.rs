//! All sockets, read by one thread: what came, for which object, and when.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Instant;

use mio::event::Event;
use mio::{Events, Interest, Poll, Token, Waker};

use crate::frame::{self, Kind};
use crate::plan::{DIGITS, MARK};

const WAKE: Token = Token(usize::MAX);
const EVENTS_AT_ONCE: usize = 1024;
const READ_BYTES: usize = 64 << 10;

/// One object arrived at one socket.
#[derive(Clone, Copy)]
pub(crate) struct Receipt {
    pub(crate) object: u32,
    /// Microseconds since the clock began.
    pub(crate) at: u32,
}

/// What the sockets went through.
#[derive(Default)]
pub(crate) struct Story {
    pub(crate) receipts: Vec<Receipt>,
    pub(crate) errors: Vec<String>,
    /// Sockets that were read and ended, and those that were not read.
    pub(crate) ended: usize,
    pub(crate) ended_stalled: usize,
    /// Close frames by their code.
    pub(crate) close_codes: Vec<u16>,
    pub(crate) pings: usize,
}

enum Command {
    Add(TcpStream, bool),
    ReadStalled,
    Tell(Sender<Story>),
}

/// The other threads' end of it.
#[derive(Clone)]
pub(crate) struct Crowd {
    commands: Sender<Command>,
    waker: Arc<Waker>,
    received: Arc<AtomicUsize>,
}

impl Crowd {
    /// Begins to read, with no sockets yet.
    pub(crate) fn start(clock: Instant) -> io::Result<Self> {
        let poll = Poll::new()?;
        let waker = Arc::new(Waker::new(poll.registry(), WAKE)?);
        let (commands, inbox) = mpsc::channel();
        let received = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&received);
        let reader = Reader {
            poll,
            inbox,
            clock,
            peers: Vec::new(),
            story: Story::default(),
            buffer: vec![0; READ_BYTES],
        };
        thread::spawn(move || reader.run(&counted));
        Ok(Self { commands, waker, received })
    }

    pub(crate) fn add(&self, stream: TcpStream, is_stalled: bool) -> io::Result<()> {
        self.send(Command::Add(stream, is_stalled))
    }

    /// From now on the stalled sockets are read, too.
    pub(crate) fn read_stalled(&self) -> io::Result<()> {
        self.send(Command::ReadStalled)
    }

    /// How many objects arrived so far.
    pub(crate) fn received(&self) -> usize {
        self.received.load(Ordering::Relaxed)
    }

    /// What happened since the last report.
    pub(crate) fn tell(&self) -> io::Result<Story> {
        let (answer, told) = mpsc::channel();
        self.send(Command::Tell(answer))?;
        told.recv().map_err(io::Error::other)
    }

    fn send(&self, command: Command) -> io::Result<()> {
        self.commands.send(command).map_err(|_| io::Error::other("the reader has ended"))?;
        self.waker.wake()
    }
}

struct Peer {
    tcp: mio::net::TcpStream,
    /// The beginning of a frame of which the rest is on its way.
    rest: Vec<u8>,
    is_stalled: bool,
    is_over: bool,
}

struct Reader {
    poll: Poll,
    inbox: Receiver<Command>,
    clock: Instant,
    peers: Vec<Peer>,
    story: Story,
    buffer: Vec<u8>,
}

impl Reader {
    fn run(mut self, received: &AtomicUsize) {
        let mut events = Events::with_capacity(EVENTS_AT_ONCE);
        loop {
            match self.poll.poll(&mut events, None) {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                polled => polled.expect("the poll"),
            }
            let before = self.story.receipts.len();
            for event in &events {
                match event.token() {
                    WAKE => {}
                    Token(number) => self.hear(number, event),
                }
            }
            received.fetch_add(self.story.receipts.len() - before, Ordering::Relaxed);
            while let Ok(command) = self.inbox.try_recv() {
                self.obey(command).expect("a socket that can be polled");
            }
        }
    }

    fn obey(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Add(stream, is_stalled) => {
                stream.set_nonblocking(true)?;
                let mut tcp = mio::net::TcpStream::from_std(stream);
                let token = Token(self.peers.len());
                self.poll.registry().register(&mut tcp, token, Interest::READABLE)?;
                self.peers.push(Peer { tcp, rest: Vec::new(), is_stalled, is_over: false });
            }
            Command::ReadStalled => {
                for number in 0..self.peers.len() {
                    if self.peers[number].is_stalled && !self.peers[number].is_over {
                        self.peers[number].is_stalled = false;
                        self.read(number, true);
                    }
                }
            }
            Command::Tell(answer) => {
                // The caller may have given up.
                drop(answer.send(std::mem::take(&mut self.story)));
            }
        }
        Ok(())
    }

    fn hear(&mut self, number: usize, event: &Event) {
        let peer = &mut self.peers[number];
        let is_closed = event.is_read_closed() || event.is_error();
        if peer.is_over {
            return;
        }
        if !peer.is_stalled {
            self.read(number, is_closed);
        } else if is_closed {
            peer.is_over = true;
            self.story.ended_stalled += 1;
        }
    }

    /// A read that did not fill the buffer took all there was; the next arrival is reported again.
    fn read(&mut self, number: usize, until_the_end: bool) {
        loop {
            let peer = &mut self.peers[number];
            match peer.tcp.read(&mut self.buffer) {
                Ok(0) => return self.end(number),
                Ok(read) => {
                    let now = self.clock.elapsed().as_micros();
                    let now = u32::try_from(now).expect("a run of less than an hour");
                    take(peer, &self.buffer[..read], now, &mut self.story);
                    if read < READ_BYTES && !until_the_end {
                        return;
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(_) => return self.end(number),
            }
        }
    }

    fn end(&mut self, number: usize) {
        self.peers[number].is_over = true;
        self.story.ended += 1;
    }
}

fn take(peer: &mut Peer, bytes: &[u8], now: u32, story: &mut Story) {
    if peer.rest.is_empty() {
        let taken = frames(&mut peer.tcp, bytes, now, story);
        peer.rest.extend_from_slice(&bytes[taken..]);
    } else {
        peer.rest.extend_from_slice(bytes);
        let taken = frames(&mut peer.tcp, &peer.rest, now, story);
        peer.rest.drain(..taken);
    }
}

/// Takes all whole frames; answers how many bytes they were.
fn frames(tcp: &mut mio::net::TcpStream, bytes: &[u8], now: u32, story: &mut Story) -> usize {
    let mut taken = 0;
    while let Some((kind, payload, next)) = frame::first(&bytes[taken..]) {
        taken += next;
        match kind {
            Kind::Text => match object(payload) {
                Some(object) => story.receipts.push(Receipt { object, at: now }),
                None => story.errors.push(String::from_utf8_lossy(payload).into_owned()),
            },
            Kind::Ping => {
                story.pings += 1;
                // A socket that is full of pongs is ended by the server, which is then counted.
                drop(tcp.write(&frame::pong(payload)));
            }
            Kind::Close => {
                let code = payload.first_chunk().map_or(1005, |code| u16::from_be_bytes(*code));
                story.close_codes.push(code);
            }
            Kind::Other => {}
        }
    }
    taken
}

/// The number of the object that a message is about.
fn object(message: &[u8]) -> Option<u32> {
    let begin = memchr::memchr(MARK, message)? + 1;
    let digits = message.get(begin..begin + DIGITS)?;
    str::from_utf8(digits).ok()?.parse().ok()
}
