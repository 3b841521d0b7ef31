//! Admission of requests: a share for every caller, and places for the work of all callers.
//!
//! A place is taken once a request has been read, so that a slow body holds none.

use std::net::IpAddr;

use axum::body::Body;
use axum::http::Request;
use outbound::network;
use tokio::sync::SemaphorePermit;

use crate::concurrency_limit::ConcurrencyLimit;
use crate::connection_limit::ConnectionPermit;
use crate::metrics::Metrics;
use crate::reply::{HttpError, Unserved};
use crate::shedding::Priority;
use crate::state::HttpState;
use crate::{router, web};

/// A request that is being served.
pub struct Admission<'a> {
    limit: &'a ConcurrencyLimit,
    metrics: Option<&'a Metrics>,
    priority: Priority,
    place: Option<SemaphorePermit<'a>>,
    _of_caller: Option<ConnectionPermit>,
}

impl<'a> Admission<'a> {
    /// Counts a request to its caller, unless the caller has too many already. Probes and files of
    /// the web app are not counted: a page asks for dozens of them at once.
    pub(crate) fn of(
        state: &'a HttpState,
        from: IpAddr,
        request: &Request<Body>,
    ) -> Result<Admission<'a>, Unserved> {
        let (path, mount) = (request.uri().path(), &state.settings.mount_path);
        let below = router::below_mount(path, mount).unwrap_or_default();
        let site = web::concerned(state.site.as_ref(), mount, request);
        let is_counted = site.is_none() && !router::is_health(below) && !router::is_ready(below);
        let of_caller = if is_counted {
            let counted = state.callers.enter(network::of_customer(from), from.is_loopback());
            Some(counted.map_err(|_| Unserved::ManyAtOnce)?)
        } else {
            None
        };
        Ok(Admission {
            limit: site.map_or(&state.concurrency_limit, |site| &site.concurrency_limit),
            metrics: state.metrics.as_deref(),
            priority: Priority::of(request.method(), path, request.headers(), mount),
            place: None,
            _of_caller: of_caller,
        })
    }

    /// Takes a place among those that are worked for, at once or after waiting. Keeps the one there
    /// is.
    pub async fn enter(&mut self) -> Result<(), HttpError> {
        if self.place.is_none() {
            self.place = self.limit.enter_as(self.priority).await;
        }
        if self.place.is_some() {
            return Ok(());
        }
        if let Some(metrics) = self.metrics {
            metrics.request_shed();
        }
        Err(HttpError::Busy)
    }

    /// Gives the place back while the rest of the request is waited for.
    pub fn leave(&mut self) {
        self.place = None;
    }
}
