//! What Prometheus reads, and what answers and traces say of time.

use std::sync::Arc;

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::trace::v1::Span;
use parse_engine::Extension;
use parse_engine::extension::Answer as Pending;
use parse_model::{Code, Json, Refusal};
use prost::Message;
use serde_json::json;
use testkit::{Random, case};
use touchstone::Config;

use crate::api::{Api, eventually, text};
use crate::listener::Listener;
use crate::wallets::serving;

const WATCHED: (&str, &str) = ("METRICS_LISTEN", "127.0.0.1:0");

fn functions() -> Extension {
    let well = |_, _| Box::pin(async { Ok(Some(json!(7))) }) as Pending;
    let refuse =
        |_, _| Box::pin(async { Err(Refusal::new(Code::SCRIPT_FAILED, "no").into()) }) as Pending;
    Extension::default().with_function("well", well).with_function("refuse", refuse)
}

async fn page(api: &Api) -> String {
    parse_http::metrics_page::page(&api.app.http.state).await.expect("a page")
}

/// The value of a series, which must be there.
#[track_caller]
fn value(page: &str, series: &str) -> f64 {
    let line = page.lines().find_map(|line| line.strip_prefix(series)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("no {series} in\n{page}")).parse().expect("a number")
}

fn series(page: &str) -> usize {
    page.lines().filter(|line| !line.starts_with('#')).count()
}

#[test]
fn requests_and_functions_are_counted_by_names_that_are_known() {
    case(async {
        let api = Api::with(&[WATCHED], functions()).await;
        for function in ["well", "well", "refuse", "unheard-of"] {
            api.send("POST", &format!("/functions/{function}"), json!({})).await;
        }
        api.send("GET", "/classes/Note", Json::Null).await;
        let page = page(&api).await;
        let calls =
            |labels: &str| value(&page, &format!("touchstone_function_calls_total{labels}"));
        assert_eq!(calls(r#"{function="well",outcome="ok"}"#), 2.0);
        assert_eq!(calls(r#"{function="refuse",outcome="refused"}"#), 1.0);
        assert_eq!(calls(r#"{function="other",outcome="refused"}"#), 1.0);
        let requests =
            |labels: &str| value(&page, &format!("touchstone_http_requests_total{labels}"));
        assert_eq!(requests(r#"{route="/functions/:name",method="POST",status="2xx"}"#), 2.0);
        assert_eq!(requests(r#"{route="/functions/:name",method="POST",status="4xx"}"#), 2.0);
        assert_eq!(value(&page, "touchstone_database_up"), 1.0);
        assert!(
            value(&page, r#"touchstone_database_connections_limit{pool="transactions"}"#) >= 4.0
        );
        assert!(value(&page, "touchstone_database_statement_duration_seconds_count") >= 1.0);
        assert!(value(&page, "process_resident_memory_bytes") > 1e6);
        assert!(page.ends_with("# EOF\n"));
        assert!(!page.contains("unheard-of") && !page.contains("Note"));
    });
}

#[test]
fn nobody_makes_a_new_series_by_making_up_names() {
    case(async {
        let closed = ("ALLOW_CLIENT_CLASS_CREATION", "false");
        let api = Api::with(&[WATCHED, closed], functions()).await;
        let mut random = Random::new(19);
        let mut ask = async |count: usize| {
            for _ in 0..count {
                let name = format!("x{:x}", random.draw());
                for path in [
                    format!("/{name}"),
                    format!("/{name}/{name}"),
                    format!("/functions/{name}"),
                    format!("/classes/{name}"),
                    format!("/classes/{name}/{name}/{name}/{name}"),
                    format!("/jobs/{name}"),
                ] {
                    api.send("POST", &path, json!({})).await;
                }
                let headers = [("x-parse-session-token", &*name)];
                api.send_with(&name.to_uppercase(), "/config", &headers, Json::Null).await;
            }
        };
        ask(2).await;
        let before = page(&api).await;
        ask(1000 / 7 + 1).await;
        let after = page(&api).await;
        let names = |page: &str| -> Vec<String> {
            let series = page.lines().filter(|line| !line.starts_with('#'));
            let names = series.filter_map(|line| Some(line.rsplit_once(' ')?.0.to_owned()));
            names.collect()
        };
        let (known, now) = (names(&before), names(&after));
        let new: Vec<&String> = now.iter().filter(|name| !known.contains(name)).collect();
        assert_eq!(series(&before), series(&after), "{new:?}");
    });
}

#[test]
fn metrics_are_read_from_a_listener_of_their_own_and_only_where_one_is_set() {
    case(async {
        let api = Api::start().await;
        assert_eq!(parse_http::metrics_page::page(&api.app.http.state).await, None);
        let watched = Api::with(&[WATCHED], functions()).await;
        for path in ["/metrics", "/health/metrics"] {
            let answer = watched.send("GET", path, Json::Null).await;
            assert!(!answer.text.contains("touchstone_"), "{path}");
        }
    });
}

#[test]
fn the_product_tells_how_the_programme_does() {
    case(async {
        let api = serving(&[("PROFILE", "product"), ("PROGRAMME_ACCESS", "open"), WATCHED]).await;
        parse_http::metrics_page::ask_database(&api.app.http.state).await;
        let page = page(&api).await;
        for name in [
            "touchstone_testers",
            r#"touchstone_issues{status="new"}"#,
            "touchstone_triage_waiting",
            "touchstone_triage_oldest_seconds",
            "touchstone_points_today",
            r#"touchstone_queue_depth{queue="evidence"}"#,
            r#"touchstone_queue_oldest_seconds{queue="webhooks"}"#,
            "touchstone_channels_stopped",
            "touchstone_outbox_depth",
            "touchstone_live_lag_seconds",
        ] {
            assert!(value(&page, name) >= 0.0, "{name}");
        }
        let sent = r#"touchstone_deliveries_total{channel="mail",outcome="sent"}"#;
        assert_eq!(value(&page, sent), 0.0);
    });
}

#[test]
fn an_answer_says_how_long_it_took_to_those_who_are_known_and_nowhere_else() {
    case(async {
        let tune = |config: &mut Config| config.watch.server_timing = true;
        let api = Api::tuned(&[], functions(), tune).await;
        let person = json!({ "username": "ada", "password": "correct horse" });
        let ada = api.send("POST", "/users", person.clone()).await;
        assert_eq!(ada.header("server-timing"), None, "signing up");
        let token = text(&ada.ok(), "sessionToken").to_owned();
        let known = [("x-parse-session-token", &*token)];
        let own = api.send_with("POST", "/classes/Note", &known, json!({ "a": 1 })).await;
        let told = own.header("server-timing").expect("times").to_owned();
        let parts: Vec<&str> =
            told.split(", ").map(|part| part.split(';').next().unwrap()).collect();
        assert_eq!(parts, ["total", "db", "wait"], "{told}");
        for (path, headers) in
            [("/classes/Note", &[][..]), ("/login", &known), ("/users/me", &known)]
        {
            let answer = api.send_with("GET", path, headers, Json::Null).await;
            assert_eq!(answer.header("server-timing"), None, "{path}");
        }
        let login = api.send_with("POST", "/login", &known, person).await;
        assert_eq!(login.header("server-timing"), None);
        let quiet = Api::start().await;
        let answer = quiet.master("GET", "/classes/Note", Json::Null).await;
        assert_eq!(answer.header("server-timing"), None, "off in the profile parse");
    });
}

fn spans(collector: &Listener) -> Vec<Span> {
    let heard = collector.heard().into_iter().filter(|heard| heard.path == "/v1/traces");
    let sent = heard.map(|heard| {
        assert_eq!(heard.header("content-type"), "application/x-protobuf");
        ExportTraceServiceRequest::decode(heard.bytes).expect("protobuf")
    });
    let resources = sent.flat_map(|sent| sent.resource_spans);
    resources.flat_map(|one| one.scope_spans).flat_map(|scope| scope.spans).collect()
}

#[test]
fn a_trace_goes_from_the_request_over_its_unit_of_work_to_its_statements() {
    case(async {
        let collector = Listener::start().await;
        let endpoint = collector.url("");
        let settings = [
            ("OTLP_ENDPOINT", &*endpoint),
            ("OTLP_SAMPLE_RATIO", "0"),
            ("TRUST_PROXY", "127.0.0.1"),
        ];
        let api = Api::with(&settings, functions()).await;
        let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        api.send("POST", "/classes/Note", json!({ "a": 1 })).await.ok();
        let by_proxy = [("traceparent", parent), ("x-forwarded-for", "203.0.113.7")];
        api.send_with("POST", "/classes/Note", &by_proxy, json!({ "a": 2 })).await.ok();
        let stranger = std::net::IpAddr::from([203, 0, 113, 9]);
        let asked = crate::api::request("GET", "/health", &[("traceparent", parent)], Json::Null);
        api.raw_from(stranger, asked).await;
        let app = Arc::clone(&api.app);
        tokio::task::spawn_blocking(move || app.send_traces()).await.expect("an end");
        eventually(async || !spans(&collector).is_empty()).await;
        let spans = spans(&collector);
        let trace = [
            0x0a, 0xf7, 0x65, 0x19, 0x16, 0xcd, 0x43, 0xdd, 0x84, 0x48, 0xeb, 0x21, 0x1c, 0x80,
            0x31, 0x9c,
        ];
        assert!(spans.iter().all(|span| span.trace_id == trace), "only what the proxy traces");
        let named =
            |name: &str| spans.iter().find(|span| span.name == name).expect("a span").clone();
        let root = named("POST /classes/:class");
        assert_eq!(root.parent_span_id, [0xb7, 0xad, 0x6b, 0x71, 0x69, 0x20, 0x33, 0x31]);
        let unit = named("unit of work");
        assert_eq!(unit.parent_span_id, root.span_id);
        let insert = named("insert Note");
        assert_eq!(insert.parent_span_id, unit.span_id);
        assert!(insert.end_time_unix_nano >= insert.start_time_unix_nano);
        assert_eq!(spans.iter().filter(|span| span.name.starts_with("POST")).count(), 1);
        let texts = format!("{spans:?}");
        assert!(!texts.contains("203.0.113.7"), "no address of a caller");
    });
}
