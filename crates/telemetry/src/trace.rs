//! Traces of requests: a span for the request, for its unit of work, and for every statement.
//!
//! Spans are made of times that are measured anyway, and only for the requests that are sampled:
//! where nothing is traced, nothing of this is asked.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use axum::http::HeaderMap;
use opentelemetry::propagation::TextMapPropagator;
use opentelemetry::trace::{
    Span as _, SpanBuilder, SpanContext, SpanKind, Status, TraceContextExt, Tracer, TracerProvider,
};
use opentelemetry::{Context, KeyValue};
use opentelemetry_http::HeaderExtractor;
use opentelemetry_otlp::{
    ExporterBuildError, Protocol, SpanExporter, WithExportConfig, WithHttpConfig,
};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{Sampler, SdkTracer, SdkTracerProvider, Span};
use parse_store::SentStatement;

use super::current_request::{Ended, RequestId, with_current};
use super::otlp_client::OtlpClient;
use crate::secret::Secret;

/// How long handing over may take, and how long the end of the server waits for it.
const WITHIN: Duration = Duration::from_secs(5);

/// Makes traces and sends them off.
#[derive(Debug)]
pub struct Tracing {
    provider: SdkTracerProvider,
    tracer: SdkTracer,
}

impl Tracing {
    /// To a collector, for this share of requests. Must be called in the runtime.
    pub fn to(
        endpoint: &str,
        headers: &[(String, Secret)],
        share: f64,
    ) -> Result<Tracing, ExporterBuildError> {
        let headers = headers.iter().map(|(name, value)| (name.clone(), value.expose().to_owned()));
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(OtlpClient::new(WITHIN))
            .with_protocol(Protocol::HttpBinary)
            .with_endpoint(format!("{endpoint}/v1/traces"))
            .with_timeout(WITHIN)
            .with_headers(headers.collect())
            .build()?;
        let resource = Resource::builder_empty()
            .with_service_name("touchstone")
            .with_attributes([
                KeyValue::new("service.version", env!("CARGO_PKG_VERSION")),
                KeyValue::new("service.instance.id", format!("{:032x}", rand::random::<u128>())),
            ])
            .build();
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            .with_sampler(Sampler::ParentBased(Box::new(Sampler::TraceIdRatioBased(share))))
            .with_resource(resource)
            .build();
        let tracer = provider.tracer("touchstone");
        Ok(Tracing { provider, tracer })
    }

    /// A request begins; nothing if it is not sampled. Whose headers are believed has said which
    /// trace it belongs to.
    pub fn begin(&self, believed: Option<&HeaderMap>) -> Option<RequestTrace> {
        let parent = match believed {
            Some(headers) => TraceContextPropagator::new()
                .extract_with_context(&Context::new(), &HeaderExtractor(headers)),
            None => Context::new(),
        };
        let builder = SpanBuilder::from_name("request").with_kind(SpanKind::Server);
        let root = self.tracer.build_with_context(builder, &parent);
        let context = root.span_context().clone();
        context.is_sampled().then(|| RequestTrace {
            tracer: self.tracer.clone(),
            root: Mutex::new(Some(root)),
            innermost: Mutex::new(context),
        })
    }

    /// Sends what is left. Blocks for a moment.
    pub fn end(&self) {
        if let Err(error) = self.provider.shutdown_with_timeout(WITHIN) {
            tracing::warn!(%error, "traces not sent");
        }
    }
}

/// The trace of one request.
#[derive(Debug)]
pub struct RequestTrace {
    tracer: SdkTracer,
    root: Mutex<Option<Span>>,
    /// Whose child the next span is.
    innermost: Mutex<SpanContext>,
}

impl RequestTrace {
    fn innermost(&self) -> MutexGuard<'_, SpanContext> {
        self.innermost.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn child(&self, builder: SpanBuilder) -> Span {
        let parent = Context::new().with_remote_span_context(self.innermost().clone());
        self.tracer.build_with_context(builder, &parent)
    }

    /// A statement has ended.
    pub fn statement(&self, sent: &SentStatement<'_>) {
        let ended = now();
        let began = ended.checked_sub(sent.took).unwrap_or(ended);
        let name = sent.name();
        let attributes = [
            KeyValue::new("db.system.name", "postgresql"),
            KeyValue::new("db.query.summary", name.clone()),
            // The text has no values: those are bound.
            KeyValue::new("db.query.text", sent.text.to_owned()),
        ];
        let builder = SpanBuilder::from_name(name)
            .with_kind(SpanKind::Client)
            .with_start_time(began)
            .with_attributes(attributes);
        let mut span = self.child(builder);
        if sent.is_failed {
            span.set_status(Status::error("the statement failed"));
        }
        span.end_with_timestamp(ended);
    }

    /// The request was answered.
    pub fn end(&self, how: &Ended<'_>, id: RequestId) {
        let root = self.root.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(mut root) = root else { return };
        root.update_name(match how.function {
            Some(function) => format!("{} {function}", how.method),
            None => format!("{} {}", how.method, how.route),
        });
        root.set_attribute(KeyValue::new("http.request.method", how.method));
        root.set_attribute(KeyValue::new("http.route", how.route));
        root.set_attribute(KeyValue::new("http.response.status_code", i64::from(how.status)));
        root.set_attribute(KeyValue::new("touchstone.request_id", id.to_string()));
        if let Some(function) = how.function {
            root.set_attribute(KeyValue::new("touchstone.function", function.to_owned()));
        }
        if how.status >= 500 {
            root.set_status(Status::error("the request failed"));
        }
        root.end();
    }
}

/// Does a unit of work of the request that is served here, as a span of its own where the request
/// is traced.
pub async fn unit_of_work<F: Future>(work: F) -> F::Output {
    let begun = with_current(|request| {
        let trace = request.trace()?;
        let span = trace.child(SpanBuilder::from_name("unit of work"));
        let outer = std::mem::replace(&mut *trace.innermost(), span.span_context().clone());
        Some((span, outer))
    });
    let outcome = work.await;
    if let Some((mut span, outer)) = begun.flatten() {
        with_current(|request| request.trace().map(|trace| *trace.innermost() = outer));
        span.end();
    }
    outcome
}

#[expect(clippy::disallowed_methods, reason = "traces are in the time of the machine they are of")]
fn now() -> SystemTime {
    SystemTime::now()
}
