//! What is given up first when there is more to do than can be done.
//!
//! Every kind of request may fill the server up to a share of it. Optional requests have the
//! smallest: new subscriptions, then plots, suggestions while a user types, previews, lists.
//! Reports, answers, sign-ins and points are never refused before the server is full.

use axum::http::header::UPGRADE;
use axum::http::{HeaderMap, Method};

use crate::router;

/// How much of the server a kind of request may fill, in hundredths, in the order of giving up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Priority {
    /// Being told of changes as they happen.
    Live = 50,
    /// Pictures of how points went.
    Plot = 60,
    /// Suggestions while a user types.
    Suggestion = 70,
    /// What something would look like.
    Preview = 80,
    /// Lists that are asked for again and again.
    List = 90,
    /// Everything else.
    Kept = 100,
}

impl Priority {
    /// The priority of a request, by what can be seen without reading it.
    pub(crate) fn of(method: &Method, path: &str, headers: &HeaderMap, mount: &str) -> Priority {
        if headers.contains_key(UPGRADE) {
            return Priority::Live;
        }
        let below = router::below_mount(path, mount).unwrap_or(path).trim_matches('/');
        match below.split_once('/') {
            Some(("functions", name)) => Priority::of_function(name),
            Some(("classes", class)) if *method == Method::GET && !class.contains('/') => {
                Priority::List
            }
            _ => Priority::Kept,
        }
    }

    fn of_function(name: &str) -> Priority {
        match name {
            "standingPlots" | "failureStats" | "coverageMatrix" => Priority::Plot,
            "similarFind" | "standingsFind" => Priority::Suggestion,
            "evidencePreview" | "announcementPreview" | "rulesCalculate" | "ruleSetDryRun" => {
                Priority::Preview
            }
            "searchIssues" | "standingsTop" | "standingsAround" | "notificationList"
            | "dashboardTester" | "dashboardAdmin" | "clusterList" | "triageQueue" => {
                Priority::List
            }
            _ => Priority::Kept,
        }
    }

    /// How many of so many places it may fill; one at least.
    pub(crate) fn share_of(self, places: usize) -> usize {
        (places.saturating_mul(self as usize) / 100).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn priority(method: Method, path: &str) -> Priority {
        Priority::of(&method, path, &HeaderMap::new(), "/parse")
    }

    #[test]
    fn what_people_can_do_without_is_given_up_in_order_and_what_they_came_for_is_not() {
        let mut headers = HeaderMap::new();
        headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
        let order = [
            Priority::of(&Method::GET, "/parse", &headers, "/parse"),
            priority(Method::POST, "/parse/functions/standingPlots"),
            priority(Method::POST, "/parse/functions/similarFind"),
            priority(Method::POST, "/parse/functions/evidencePreview"),
            priority(Method::GET, "/parse/classes/Issue"),
        ];
        assert!(order.is_sorted_by(|one, other| one < other), "{order:?}");
        let kept = [
            (Method::POST, "/parse/functions/issueSubmit"),
            (Method::POST, "/parse/functions/commentAdd"),
            (Method::POST, "/parse/functions/pointsAdjust"),
            (Method::POST, "/parse/login"),
            (Method::POST, "/parse/users"),
            (Method::POST, "/parse/classes/Issue"),
            (Method::GET, "/parse/classes/Issue/abc"),
            (Method::GET, "/parse/health"),
        ];
        for (method, path) in kept {
            assert_eq!(priority(method, path), Priority::Kept, "{path}");
        }
    }

    #[test]
    fn everything_may_have_one_place() {
        assert_eq!(Priority::Live.share_of(1), 1);
        assert_eq!(Priority::Live.share_of(512), 256);
        assert_eq!(Priority::Kept.share_of(512), 512);
    }
}
