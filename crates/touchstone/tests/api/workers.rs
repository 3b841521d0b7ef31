//! Work beside requests: what panics is restarted, and what is slow holds up no other.

use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use parse_engine::periodic_task::Interval;
use parse_engine::{
    Cx, Engine, Error, Extension, Letter, Mailer, PeriodicTask, Undelivered, Worker,
};
use serde_json::json;
use testkit::case;

use crate::api::{Api, eventually};
use crate::post::{GOOD, PUBLIC, address};

/// Panics when it is run for the first time.
#[derive(Default)]
struct PanicsOnce(AtomicUsize);

impl PanicsOnce {
    fn run(&self) {
        assert!(self.0.fetch_add(1, Ordering::SeqCst) > 0, "as asked");
    }
}

#[async_trait]
impl Worker for PanicsOnce {
    async fn work(&self, _: &Engine) {
        self.run();
        pending::<()>().await;
    }

    async fn drain(&self, _: &Engine) -> Result<(), Error> {
        Ok(())
    }
}

#[async_trait]
impl PeriodicTask for PanicsOnce {
    async fn run(&self, _: &Cx) -> Result<(), Error> {
        PanicsOnce::run(self);
        Ok(())
    }

    fn interval(&self) -> Interval {
        Interval::Second
    }
}

#[async_trait]
impl Mailer for PanicsOnce {
    async fn send_verification(&self, _: &Letter<'_>) -> Result<(), Undelivered> {
        Ok(())
    }

    async fn send_reset(&self, _: &Letter<'_>) -> Result<(), Undelivered> {
        self.run();
        Ok(())
    }
}

/// Counts its runs.
struct Counts(Arc<AtomicUsize>);

#[async_trait]
impl PeriodicTask for Counts {
    async fn run(&self, _: &Cx) -> Result<(), Error> {
        self.0.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }

    fn interval(&self) -> Interval {
        Interval::Second
    }
}

/// Never comes to an end.
struct Hangs;

#[async_trait]
impl PeriodicTask for Hangs {
    async fn run(&self, _: &Cx) -> Result<(), Error> {
        pending().await
    }

    fn interval(&self) -> Interval {
        Interval::Second
    }
}

/// Whether a worker is up, and how often it was restarted, as metrics tell.
async fn state(api: &Api, worker: &str) -> (f64, f64) {
    let page = parse_http::metrics_page::page(&api.app.http.state).await.expect("a page");
    let value = |name: &str| {
        let series = format!("{name}{{worker=\"{worker}\"}} ");
        let line = page.lines().find_map(|line| line.strip_prefix(&*series));
        line.unwrap_or_else(|| panic!("no {series} in {page}")).parse().expect("a number")
    };
    (value("touchstone_worker_up"), value("touchstone_worker_restarts_total"))
}

#[test]
fn a_worker_a_task_or_the_mail_that_panics_is_restarted_alone_and_metrics_tell() {
    case(async {
        let extension = Extension::default()
            .with_worker("broken", PanicsOnce::default())
            .with_worker("whole", PanicsOnce(AtomicUsize::new(1)))
            .with_periodic_task("broken", PanicsOnce::default())
            .with_mailer(PanicsOnce::default());
        let settings = [
            ("METRICS_LISTEN", "127.0.0.1:0"),
            ("PUBLIC_SERVER_URL", PUBLIC),
            ("APP_NAME", "Engines"),
        ];
        let api = Api::with(&settings, extension).await;
        let _work = touchstone::work(&api.app);
        let who = json!({ "username": "ada", "password": GOOD, "email": address("ada") });
        api.send("POST", "/users", who).await.ok();
        let forgot = json!({ "email": address("ada") });
        api.send("POST", "/requestPasswordReset", forgot).await.ok();
        for worker in ["broken", "task broken", "sending mail"] {
            eventually(async || state(&api, worker).await == (1.0, 1.0)).await;
        }
        for worker in ["whole", "job scheduler", "sweeping", "live queries"] {
            assert_eq!(state(&api, worker).await, (1.0, 0.0), "{worker}");
        }
        api.send("GET", "/ready", json!(null)).await.ok();
    });
}

#[test]
fn a_periodic_task_that_hangs_delays_no_other() {
    case(async {
        let runs = Arc::new(AtomicUsize::new(0));
        let extension = Extension::default()
            .with_periodic_task("a task that hangs", Hangs)
            .with_periodic_task("one after it", Counts(Arc::clone(&runs)));
        let api = Api::with(&[], extension).await;
        let _work = touchstone::work(&api.app);
        eventually(async || runs.load(Ordering::SeqCst) >= 2).await;
    });
}
