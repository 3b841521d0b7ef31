//! Carries traces to a collector, over the client and the TLS that are here anyway.

use std::time::Duration;

use async_trait::async_trait;
use axum::http::{Request, Response};
use bytes::Bytes;
use opentelemetry_http::{HttpClient, HttpError};
use tokio::runtime::Handle;

/// Posts to a collector. The exporter has a thread of its own without a runtime, so the call runs
/// on the server's runtime.
#[derive(Debug)]
pub(crate) struct OtlpClient {
    client: Option<reqwest::Client>,
    runtime: Handle,
}

impl OtlpClient {
    /// Within so long. Must be called in the runtime.
    pub(crate) fn new(within: Duration) -> OtlpClient {
        let built = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .timeout(within)
            .user_agent(concat!("touchstone/", env!("CARGO_PKG_VERSION")))
            .build();
        let told = |error| tracing::error!(%error, "outgoing HTTP client not built");
        OtlpClient { client: built.map_err(told).ok(), runtime: Handle::current() }
    }
}

#[async_trait]
impl HttpClient for OtlpClient {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let client = self.client.clone().ok_or("there is no HTTP client")?;
        let (parts, body) = request.into_parts();
        let url = parts.uri.to_string();
        let call = async move {
            let sent = client.request(parts.method, url).headers(parts.headers).body(body);
            let answer = sent.send().await?;
            let status = answer.status();
            Ok::<_, reqwest::Error>((status, answer.bytes().await?))
        };
        let (status, body) = self.runtime.spawn(call).await??;
        let mut response = Response::new(body);
        *response.status_mut() = status;
        Ok(response)
    }
}
