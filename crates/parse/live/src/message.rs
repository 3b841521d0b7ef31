//! The messages of clients, read strictly, and the answers to them.

mod answer;
mod schema;

use std::sync::Arc;

use parse_model::query::Pattern;
use parse_model::query::complexity::Complexity;
use parse_model::query::parse::{self, Rights};
use parse_model::{ClassName, Constraint, FieldName, Filter, JsonMap, Path, Refusal};

use crate::live_matcher::memory_of;

pub use answer::{Identity, error, result};
pub(crate) use schema::operation;

/// Why a message was not understood.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProtocolError {
    /// Not JSON.
    #[error("Invalid JSON")]
    NotJson,
    /// It is JSON that is larger or deeper than is taken in.
    #[error("{0}")]
    TooMuch(String),
    /// It has not the shape of its operation. The text is that of Parse Server's validator, which
    /// clients compare.
    #[error("{0}")]
    Invalid(String),
}

/// One message of a client.
#[derive(Debug, Clone, PartialEq)]
pub enum ClientMessage {
    /// Says who connects.
    Connect(ConnectRequest),
    /// Subscribes to changes, or changes a subscription.
    Subscribe(SubscribeRequest),
    /// Ends a subscription.
    Unsubscribe {
        /// Which subscription.
        request_id: u64,
    },
    /// Asks for the objects that a subscription is about.
    Query {
        /// Which subscription.
        request_id: u64,
    },
}

/// The first message of a connection.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ConnectRequest {
    /// The application that the client was made for.
    pub application_id: String,
    /// The key of clients in browsers.
    pub javascript_key: Option<String>,
    /// The master key.
    pub master_key: Option<String>,
    /// The key of clients on devices.
    pub client_key: Option<String>,
    /// The key of .NET clients.
    pub windows_key: Option<String>,
    /// The key of clients without an SDK.
    pub rest_api_key: Option<String>,
    /// The session of subscriptions that name none.
    pub session_token: Option<String>,
    /// The installation, which is repeated in every answer.
    pub installation_id: Option<String>,
}

/// A subscription request.
#[derive(Debug, Clone, PartialEq)]
pub struct SubscribeRequest {
    /// The client's number for the subscription.
    pub request_id: u64,
    /// Whether it was asked to replace a subscription. A plain one replaces too, but says nothing
    /// if there is none to replace.
    pub is_update: bool,
    /// The name of the class, unchecked.
    pub class_name: String,
    /// The `where`, unread.
    pub conditions: JsonMap,
    /// The fields that are shown; all if nothing is said.
    pub keys: Option<Vec<String>>,
    /// The fields whose changes cause events; all if absent.
    pub watch: Option<Vec<String>>,
    /// The session, where it is not that of the connection.
    pub session_token: Option<String>,
}

/// A subscription's question, understood.
#[derive(Debug, Clone, PartialEq)]
pub struct LiveFilter {
    /// The class.
    pub class: ClassName,
    /// Which objects.
    pub filter: Filter,
    /// The fields that are shown, beside those that always are.
    pub keys: Option<Arc<[FieldName]>>,
    /// The fields of which an update must change one to cause an event.
    pub watch: Option<Arc<[Path]>>,
}

impl LiveFilter {
    /// The fields that are watched, which the caller must be allowed to see.
    pub fn watched_fields(&self) -> Vec<FieldName> {
        self.watch.iter().flat_map(|paths| paths.iter()).map(|path| path.field.clone()).collect()
    }

    /// About how many bytes the names of fields take that are shown or watched.
    pub fn memory_of_names(&self) -> usize {
        let keys = self.keys.iter().flat_map(|keys| keys.iter()).map(|key| key.as_str().len() + 1);
        let watched = self.watch.iter().flat_map(|paths| paths.iter()).map(|path| {
            let inside: usize = path.inside.iter().map(|name| name.len() + 1).sum();
            path.field.as_str().len() + 1 + inside
        });
        memory_of(keys.chain(watched).sum())
    }
}

impl SubscribeRequest {
    /// Reads the question, as that of a list request is read. Patterns are looked at and not
    /// compiled: [`crate::LiveMatcher`] does that, once it is known that the question may be asked.
    pub fn live_filter(
        &self,
        rights: Rights,
        complexity: &Complexity,
    ) -> Result<LiveFilter, Refusal> {
        let class = ClassName::checked(&self.class_name)?;
        complexity.check_where(&self.conditions)?;
        let filter = parse::filter(&self.conditions, rights)?;
        complexity.check_filter(&filter)?;
        check_patterns(&filter)?;
        let keys = self.keys.as_ref().map(|keys| keys.iter().filter_map(|key| root(key)).collect());
        let watch =
            self.watch.as_ref().map(|names| names.iter().filter_map(|name| path(name)).collect());
        Ok(LiveFilter { class, filter, keys, watch })
    }
}

/// How long a pattern may be with its repetitions written out. All subscribers of a node wait while
/// one is tried, and how long that takes grows with this as it does with the text.
const LONGEST_PATTERN: u64 = 500;

/// Refuses patterns that only the database could evaluate, because they would never cause an event,
/// and those that are slow to evaluate.
fn check_patterns(filter: &Filter) -> Result<(), Refusal> {
    let mut refused = None;
    filter.walk(&mut |part| {
        let patterns = match part {
            Filter::Field(_, Constraint::Matches(pattern)) => std::slice::from_ref(pattern),
            Filter::Field(_, Constraint::ContainsAllMatching(patterns)) => patterns.as_slice(),
            _ => &[],
        };
        if refused.is_none() {
            refused = patterns.iter().find_map(|pattern| check_pattern(pattern).err());
        }
    });
    refused.map_or(Ok(()), Err)
}

fn check_pattern(pattern: &Pattern) -> Result<(), Refusal> {
    if pattern.expanded_length() > LONGEST_PATTERN {
        let most = LONGEST_PATTERN;
        return Err(Refusal::query(format!(
            "$regex of a subscription must not be longer than {most} characters with its repetitions"
        )));
    }
    pattern.check_for_memory()
}

/// The field that a key begins with. A name that no field can have shows nothing.
fn root(key: &str) -> Option<FieldName> {
    FieldName::parse(key.split('.').next()?)
}

fn path(name: &str) -> Option<Path> {
    if Path::segments(name) > Path::MOST_SEGMENTS {
        return None;
    }
    let mut segments = name.split('.');
    let field = FieldName::parse(segments.next()?)?;
    Some(Path { field, inside: segments.map(str::to_owned).collect() })
}

#[cfg(test)]
mod tests;
