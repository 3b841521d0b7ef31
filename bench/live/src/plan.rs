//! What is asked for: how many sockets, which queries, which writes.

use std::net::SocketAddrV4;

use clap::Parser;

/// Subscribers of live queries, and the writes they are notified of.
#[derive(Parser)]
pub(crate) struct Plan {
    /// Where the server listens.
    #[arg(long)]
    pub(crate) server: SocketAddrV4,
    /// The path its interface is mounted at.
    #[arg(long, default_value = "/parse")]
    pub(crate) mount: String,
    #[arg(long)]
    pub(crate) application_id: String,
    /// The class that is written and followed.
    #[arg(long)]
    pub(crate) class: String,
    #[arg(long)]
    pub(crate) sockets: usize,
    /// How many different queries they subscribe to, each to one.
    #[arg(long, default_value_t = 1)]
    pub(crate) queries: usize,
    /// How many of the sockets are never read.
    #[arg(long, default_value_t = 0)]
    pub(crate) stalled: usize,
    #[arg(long)]
    pub(crate) writes: usize,
    /// Writes a second.
    #[arg(long)]
    pub(crate) rate: f64,
    /// Objects that one write creates, in one transaction.
    #[arg(long, default_value_t = 1)]
    pub(crate) objects: usize,
}

/// Precedes the number of an object in it, and stands nowhere else in a message.
pub(crate) const MARK: u8 = b'~';
pub(crate) const DIGITS: usize = 7;

/// Makes a message as long as those that the ceiling was measured with.
const WORDS: &str = "The quote moved while the wallet was asked to sign it, so the swap was sent \
                     with a limit that the pool no longer met; seen twice within an hour";

impl Plan {
    /// The condition of the subscription of a socket.
    pub(crate) fn filter(&self, socket: usize) -> String {
        if self.queries == 1 {
            return r#"{"open":true}"#.to_owned();
        }
        let room = socket % self.queries;
        format!(r#"{{"room":"room {room}","open":true,"score":{{"$gte":1}}}}"#)
    }

    /// Whether a socket is one of those that are not read; they are spread over all.
    pub(crate) fn is_stalled(&self, socket: usize) -> bool {
        self.stalled > 0 && socket.is_multiple_of(self.sockets / self.stalled)
    }

    /// How many sockets that are read are notified of a write.
    pub(crate) fn readers(&self, write: usize) -> usize {
        let of_query = (0..self.sockets).skip(write % self.queries).step_by(self.queries);
        of_query.filter(|socket| !self.is_stalled(*socket)).count()
    }

    /// The request of a write: its path and its body.
    pub(crate) fn request(&self, write: usize) -> (String, String) {
        let path = format!("{}/classes/{}", self.mount, self.class);
        if self.objects == 1 {
            return (path, self.object(write, 0));
        }
        let requests: Vec<String> = (0..self.objects)
            .map(|object| {
                let body = self.object(write, object);
                format!(r#"{{"method":"POST","path":"{path}","body":{body}}}"#)
            })
            .collect();
        let body = format!(r#"{{"transaction":true,"requests":[{}]}}"#, requests.join(","));
        (format!("{}/batch", self.mount), body)
    }

    fn object(&self, write: usize, object: usize) -> String {
        let (room, number) = (write % self.queries, write * self.objects + object);
        format!(
            r#"{{"mark":"{}{number:0DIGITS$}","room":"room {room}","open":true,"score":5,"words":"{WORDS}"}}"#,
            char::from(MARK)
        )
    }
}
