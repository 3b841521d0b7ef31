use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::*;

/// A server that sends the same answer to all clients, and does not hang up.
async fn listener(answer: &'static str) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    telemetry::task::spawn("listening", async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            telemetry::task::spawn("answering", async move {
                let mut buffer = [0; 4096];
                while stream.read(&mut buffer).await.is_ok_and(|read| read > 0) {
                    let _ = stream.write_all(answer.as_bytes()).await;
                }
            });
        }
    });
    address
}

fn loopback(limits: CallLimits) -> Outgoing {
    Outgoing::new(Networks::parse("127.0.0.0/8,::1").unwrap(), limits)
}

fn strict() -> Outgoing {
    Outgoing::new(Networks::default(), CallLimits::default())
}

async fn post(client: &Outgoing, url: &str) -> Result<Answer, CallError> {
    let to = client.destination(url)?;
    client.post(&to, HeaderMap::new(), Bytes::from_static(b"{}")).await
}

#[test]
fn only_https_at_the_usual_ports_is_called() {
    let client = strict();
    for url in [
        "http://example.org/",
        "https://example.org:25/",
        "https://example.org:8080/",
        "ftp://example.org/",
        "file:///etc/passwd",
        "gopher://example.org/",
        "data:text/plain,x",
        "example.org",
        "",
        "https://",
    ] {
        assert_eq!(client.destination(url), Err(CallError::Unsuitable), "{url}");
    }
    for url in ["https://example.org/", "https://example.org:8443/x?y=z", "https://1.1.1.1/"] {
        assert!(client.destination(url).is_ok(), "{url}");
    }
}

#[test]
fn addresses_inside_are_refused_however_they_are_written() {
    let client = strict();
    for host in [
        "127.0.0.1",
        "0",
        "2130706433",
        "0x7f.1",
        "0177.0.0.1",
        "169.254.169.254",
        "10.0.0.5",
        "100.64.0.1",
        "[::1]",
        "[::ffff:10.0.0.1]",
        "[fd00:ec2::254]",
        "[fe80::1]",
    ] {
        for scheme in ["https", "http"] {
            let url = format!("{scheme}://{host}/");
            assert_eq!(client.destination(&url), Err(CallError::Inner), "{url}");
        }
    }
}

#[tokio::test]
async fn a_name_that_leads_inside_is_refused_when_it_is_called() {
    let client = strict();
    let to = client.destination("https://localhost/").unwrap();
    let outcome = client.post(&to, HeaderMap::new(), Bytes::new()).await;
    assert_eq!(outcome.unwrap_err(), CallError::Inner);
    assert_eq!(client.looked_up("https://localhost/").await, Err(CallError::Inner));
}

#[tokio::test]
async fn an_allowed_network_is_called_by_http_and_at_any_port() {
    let address = listener("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi").await;
    let client = loopback(CallLimits::default());
    for url in [
        format!("http://{address}/"),
        format!("http://localhost:{}/", address.port()),
        format!("http://[::ffff:127.0.0.1]:{}/", address.port()),
    ] {
        let answer = post(&client, &url).await.unwrap_or_else(|error| panic!("{url}: {error}"));
        assert_eq!((answer.status, &answer.body[..]), (StatusCode::OK, &b"hi"[..]));
    }
    assert_eq!(client.destination("http://1.1.1.1/"), Err(CallError::Unsuitable));
    assert_eq!(client.destination("http://10.0.0.1/"), Err(CallError::Inner));
}

#[tokio::test]
async fn redirects_are_not_followed() {
    let answer = "HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n";
    let address = listener(answer).await;
    let answer =
        post(&loopback(CallLimits::default()), &format!("http://{address}/")).await.unwrap();
    assert_eq!(answer.status, StatusCode::FOUND);
}

#[tokio::test]
async fn answers_that_are_too_long_are_given_up() {
    let limits = CallLimits { answer_bytes: 10, ..CallLimits::default() };
    for answer in [
        "HTTP/1.1 200 OK\r\ncontent-length: 11\r\n\r\nhello there",
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nb\r\nhello there\r\n0\r\n\r\n",
    ] {
        let address = listener(answer).await;
        let outcome = post(&loopback(limits), &format!("http://{address}/")).await;
        assert_eq!(outcome.unwrap_err(), CallError::TooLong);
    }
}

#[tokio::test]
async fn an_answer_that_drips_is_given_up_in_time() {
    let limits = CallLimits { total: Duration::from_millis(200), ..CallLimits::default() };
    let answer = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nslow";
    let address = listener(answer).await;
    let began = Instant::now();
    let outcome = post(&loopback(limits), &format!("http://{address}/")).await;
    assert_eq!(outcome.unwrap_err(), CallError::TimedOut);
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[tokio::test]
async fn a_host_that_keeps_failing_is_left_alone() {
    let failing = "HTTP/1.1 503 Down\r\ncontent-length: 0\r\n\r\n";
    let address = listener(failing).await;
    let client = loopback(CallLimits::default());
    let url = format!("http://{address}/");
    for _ in 0..5 {
        assert_eq!(post(&client, &url).await.unwrap().status.as_u16(), 503);
    }
    assert_eq!(post(&client, &url).await.unwrap_err(), CallError::LeftAlone);
}

#[tokio::test]
async fn failures_that_a_user_can_provoke_close_a_host_to_nobody() {
    let failing = listener("HTTP/1.1 504 Gateway Timeout\r\ncontent-length: 0\r\n\r\n").await;
    let silent = listener("").await;
    let limits = CallLimits { total: Duration::from_millis(20), ..CallLimits::default() };
    let client = loopback(limits);
    let sent = async |url: &str| {
        let to = client.destination(url)?;
        client.send(Method::GET, &to, HeaderMap::new(), Bytes::new()).await
    };
    for _ in 0..9 {
        let _ = sent(&format!("http://{failing}/ipfs/unknown")).await;
        let answer = sent(&format!("http://{silent}/ipfs/unknown")).await;
        assert_eq!(answer.unwrap_err(), CallError::TimedOut);
    }
    let patient = loopback(CallLimits::default());
    for _ in 0..9 {
        let to = patient.destination(&format!("http://{failing}/")).unwrap();
        let answer = patient.send(Method::GET, &to, HeaderMap::new(), Bytes::new()).await;
        assert_eq!(answer.unwrap().status, StatusCode::GATEWAY_TIMEOUT);
    }
    let gone = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let refused = async || {
        let to = patient.destination(&format!("http://{gone}/"))?;
        patient.send(Method::GET, &to, HeaderMap::new(), Bytes::new()).await
    };
    for _ in 0..5 {
        assert_eq!(refused().await.unwrap_err(), CallError::Unreachable);
    }
    assert_eq!(refused().await.unwrap_err(), CallError::LeftAlone);
}
