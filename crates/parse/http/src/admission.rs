//! Admission of requests: a share for every caller, and places for the work of all callers.
//!
//! A place is taken once a request has been read, so that a slow body holds none.

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::http::Request;
use outbound::network;
use tokio::sync::SemaphorePermit;

use crate::concurrency_limit::ConcurrencyLimit;
use crate::connection_limit::{ConnectionLimit, ConnectionPermit};
use crate::metrics::Metrics;
use crate::rate::subnet;
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
    _counted: Option<[ConnectionPermit; 2]>,
}

impl<'a> Admission<'a> {
    /// Counts a request to its caller and the network around, unless one has too many already. Probes and files of
    /// the web app are not counted: a page asks for dozens of them at once.
    pub(crate) fn of(
        state: &'a HttpState,
        from: IpAddr,
        request: &Request<Body>,
    ) -> Result<Admission<'a>, Unserved> {
        let (path, mount) = (request.uri().path(), &state.settings.mount_path);
        let below = router::below_mount(path, mount).unwrap_or_default();
        let site = web::concerned(state.site.as_ref(), mount, request);
        let is_counted = site.is_none() && !router::is_probe(request.method(), below);
        let enter = |limit: &Arc<ConnectionLimit>, address| {
            limit.enter(address, from.is_loopback()).map_err(|_| Unserved::ManyAtOnce)
        };
        let counted = if is_counted {
            let of_caller = enter(&state.callers, network::of_customer(from))?;
            Some([of_caller, enter(&state.networks, subnet(from, 24, 56))?])
        } else {
            None
        };
        Ok(Admission {
            limit: site.map_or(&state.concurrency_limit, |site| &site.concurrency_limit),
            metrics: state.metrics.as_deref(),
            priority: Priority::of(request.method(), path, request.headers(), mount),
            place: None,
            _counted: counted,
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
