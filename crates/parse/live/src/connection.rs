//! One connection's side of the protocol: a message comes in, and what is to be done comes out.
//!
//! The owner of the connection does the slow work, one message after the other: a [`Step`] says
//! what to do, and the owner returns the outcome.

use std::collections::BTreeSet;

use parse_model::wire::text::JsonLimits;
use parse_model::{Code, Json, Refusal};

use crate::message::{
    self, ClientMessage, ConnectRequest, Identity, ProtocolError, SubscribeRequest,
};

/// The close code for those who do not keep to the rules.
const POLICY: u16 = 1008;

/// The protocol's own error numbers.
const MALFORMED: i32 = 1;
const UNKNOWN: i32 = 2;
const BAD_KEY: i32 = 4;

/// What a connection may ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Subscriptions at a time.
    pub subscriptions: usize,
    /// Messages that make no sense.
    pub errors: u8,
    /// Subscriptions and queries that are refused.
    pub refusals: usize,
    /// Of the JSON of a message.
    pub json: JsonLimits,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { subscriptions: 50, errors: 5, refusals: 100, json: JsonLimits::WIDE }
    }
}

/// Bytes of the message that connects.
const LONGEST_CONNECT: usize = 8 << 10;

/// What the message that connects may hold: a few texts beside one another.
const CONNECT: JsonLimits = JsonLimits {
    depth: 2,
    members: 20,
    items: 20,
    values: 40,
    string_bytes: 4 << 10,
    key_bytes: 64,
};

/// What is to be done about a message.
#[derive(Debug, PartialEq)]
pub enum Step {
    /// Say this.
    Send(Vec<String>),
    /// Find out who it is; then [`Connection::connected`] or [`Connection::not_connected`].
    Connect(Box<ConnectRequest>),
    /// Say what is to be said first, and look into what is asked; then [`Connection::subscribed`]
    /// or [`Connection::refused`]. An earlier subscription of that number ends in both cases.
    Subscribe {
        /// What is said first.
        first: Option<String>,
        /// What is asked.
        request: Box<SubscribeRequest>,
    },
    /// End the subscription, then say this.
    Unsubscribe {
        /// Which one.
        request_id: u64,
        /// What is said.
        answer: String,
    },
    /// Ask what the subscription asks; then [`Connection::result`] or [`Connection::failed`].
    Query {
        /// Which subscription.
        request_id: u64,
    },
    /// Say this, and close.
    Close {
        /// What is said.
        last: Vec<String>,
        /// The number of the reason.
        code: u16,
        /// The reason.
        reason: &'static str,
    },
}

/// The state of one connection.
#[derive(Debug)]
pub struct Connection {
    limits: Limits,
    identity: Option<Identity>,
    subscriptions: BTreeSet<u64>,
    errors: u8,
    refusals: usize,
}

impl Connection {
    /// A connection that has said nothing yet.
    pub fn new(limits: Limits) -> Connection {
        let subscriptions = BTreeSet::new();
        Connection { limits, identity: None, subscriptions, errors: 0, refusals: 0 }
    }

    /// Takes a message. Until the client has connected nothing is read of any other.
    pub fn receive(&mut self, text: &str) -> Step {
        let mut json = self.limits.json;
        if self.identity.is_none() {
            let doing = match message::operation(text).as_deref() {
                Some("subscribe" | "update") => Some("subscribing"),
                Some("unsubscribe") => Some("unsubscribing"),
                Some("query") => Some("querying"),
                _ => None,
            };
            if let Some(doing) = doing {
                return self.not_known(doing);
            }
            if text.len() > LONGEST_CONNECT {
                let told = format!("connect must not be longer than {LONGEST_CONNECT} bytes");
                return self.complain(MALFORMED, &told, None);
            }
            json = CONNECT;
        }
        match ClientMessage::parse(text, &json) {
            Ok(ClientMessage::Connect(request)) => self.receive_connect(request),
            Ok(ClientMessage::Subscribe(request)) => self.receive_subscribe(request),
            Ok(ClientMessage::Unsubscribe { request_id }) => self.receive_unsubscribe(request_id),
            Ok(ClientMessage::Query { request_id }) => self.receive_query(request_id),
            Err(error) => self.complain(MALFORMED, &error.to_string(), None),
        }
    }

    /// Receives a message that is not text.
    pub fn receive_binary(&mut self) -> Step {
        self.complain(MALFORMED, &ProtocolError::NotJson.to_string(), None)
    }

    /// The client is who it says; from here on it is called by this name.
    pub fn connected(&mut self, client_id: String, installation_id: Option<String>) -> String {
        let identity = self.identity.insert(Identity { client_id, installation_id });
        identity.answer("connected", None)
    }

    /// The client lacks a required key, and gets an error before the connection ends.
    pub fn not_connected(&self) -> Step {
        let last = vec![message::error(BAD_KEY, "Key in request is not valid", true, None)];
        Step::Close { last, code: POLICY, reason: "key is not valid" }
    }

    /// The subscription stands.
    pub fn subscribed(&mut self, request_id: u64) -> String {
        self.subscriptions.insert(request_id);
        self.answer("subscribed", request_id)
    }

    /// What was asked is refused, or no longer granted. A subscription of that number is over.
    pub fn refused(
        &mut self,
        request_id: Option<u64>,
        refusal: &Refusal,
        reconnect: bool,
    ) -> String {
        if let Some(id) = request_id {
            self.subscriptions.remove(&id);
        }
        self.refusals = self.refusals.saturating_add(1);
        message::error(refusal.code.0, &refusal.message, reconnect, request_id)
    }

    /// Whether the client was refused so often that the connection is to be closed.
    pub fn is_refused_too_often(&self) -> bool {
        self.refusals >= self.limits.refusals
    }

    /// A question about a subscription, which goes on, has no answer.
    pub fn failed(&mut self, request_id: u64, refusal: &Refusal) -> String {
        self.refusals = self.refusals.saturating_add(1);
        message::error(refusal.code.0, &refusal.message, false, Some(request_id))
    }

    /// The objects that a subscription is about.
    pub fn result(&self, request_id: u64, objects: &[Json]) -> String {
        match &self.identity {
            Some(identity) => message::result(identity, request_id, objects),
            None => String::new(),
        }
    }

    /// Whom messages are addressed to, once that is known.
    pub fn identity(&self) -> Option<&Identity> {
        self.identity.as_ref()
    }

    /// The subscriptions there are.
    pub fn subscriptions(&self) -> impl Iterator<Item = u64> {
        self.subscriptions.iter().copied()
    }

    fn receive_connect(&mut self, request: ConnectRequest) -> Step {
        match self.identity {
            None => Step::Connect(Box::new(request)),
            Some(_) => self.complain(UNKNOWN, "This client is connected already", None),
        }
    }

    fn receive_subscribe(&mut self, request: SubscribeRequest) -> Step {
        let Some(identity) = &self.identity else { return self.not_known("subscribing") };
        let request_id = request.request_id;
        let is_known = self.subscriptions.contains(&request_id);
        if !is_known && self.subscriptions.len() >= self.limits.subscriptions {
            let code = Code::REQUEST_LIMIT_EXCEEDED.0;
            return self.complain(code, "Too many subscriptions", Some(request_id));
        }
        let first =
            (request.is_update && !is_known).then(|| unknown_subscription(identity, request_id));
        Step::Subscribe { first, request: Box::new(request) }
    }

    fn receive_unsubscribe(&mut self, request_id: u64) -> Step {
        let Some(identity) = &self.identity else { return self.not_known("unsubscribing") };
        if !self.subscriptions.remove(&request_id) {
            return Step::Send(vec![unknown_subscription(identity, request_id)]);
        }
        Step::Unsubscribe { request_id, answer: self.answer("unsubscribed", request_id) }
    }

    fn receive_query(&mut self, request_id: u64) -> Step {
        let Some(identity) = &self.identity else { return self.not_known("querying") };
        if !self.subscriptions.contains(&request_id) {
            return Step::Send(vec![unknown_subscription(identity, request_id)]);
        }
        Step::Query { request_id }
    }

    fn answer(&self, op: &'static str, request_id: u64) -> String {
        self.identity.as_ref().map_or_else(String::new, |known| known.answer(op, Some(request_id)))
    }

    fn not_known(&mut self, doing: &str) -> Step {
        let text =
            format!("Can not find this client, make sure you connect to server before {doing}");
        self.complain(UNKNOWN, &text, None)
    }

    /// Says what is wrong, and ends the connection of those who do not learn from it.
    fn complain(&mut self, code: i32, text: &str, request_id: Option<u64>) -> Step {
        let is_about_one = request_id.is_some();
        let said = vec![message::error(code, text, !is_about_one, request_id)];
        self.errors = self.errors.saturating_add(1);
        if self.errors >= self.limits.errors {
            return Step::Close { last: said, code: POLICY, reason: "too many errors" };
        }
        Step::Send(said)
    }
}

fn unknown_subscription(identity: &Identity, request_id: u64) -> String {
    let text = format!(
        "Cannot find subscription with clientId {} subscriptionId {request_id}. Make sure you subscribe to live query server before unsubscribing.",
        identity.client_id
    );
    message::error(UNKNOWN, &text, true, None)
}

#[cfg(test)]
mod tests;
