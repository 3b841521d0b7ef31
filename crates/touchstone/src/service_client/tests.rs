use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

use super::*;

/// A server that gives these answers in turn, the last for ever, and tells what it was asked. An
/// empty answer hangs up.
async fn service(answers: Vec<String>) -> (SocketAddr, mpsc::UnboundedReceiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (heard, hears) = mpsc::unbounded_channel();
    telemetry::task::spawn("listening", async move {
        let mut turn = 0;
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut buffer = vec![0; 65_536];
            let Ok(read) = stream.read(&mut buffer).await else { continue };
            let _ = heard.send(String::from_utf8_lossy(&buffer[..read]).into_owned());
            let answer = &answers[turn.min(answers.len() - 1)];
            turn += 1;
            let _ = stream.write_all(answer.as_bytes()).await;
        }
    });
    (address, hears)
}

fn answer(status: &str, more: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 {status}\r\nconnection: close\r\n{more}content-length: {length}\r\n\r\n{body}"
    )
}

fn outside() -> ServiceClient {
    ServiceClient::new(Networks::parse("127.0.0.0/8").unwrap())
}

#[tokio::test]
async fn every_method_is_sent_with_its_headers_and_its_body() {
    let (address, mut hears) = service(vec![answer("200 OK", "x-answer: yes\r\n", "hi")]).await;
    for (method, name) in [
        (Method::Get, "GET"),
        (Method::Post, "POST"),
        (Method::Put, "PUT"),
        (Method::Patch, "PATCH"),
        (Method::Delete, "DELETE"),
    ] {
        let request = Request::new(method, format!("http://{address}/x"))
            .header("authorization", "Bearer secret")
            .json("{}");
        let answer = outside().call(request).await.unwrap();
        assert_eq!((answer.status, &answer.body[..]), (200, &b"hi"[..]));
        assert_eq!(answer.header("X-Answer"), Some("yes"));
        let heard = hears.recv().await.unwrap();
        assert!(heard.starts_with(&format!("{name} /x HTTP/1.1\r\n")), "{heard}");
        assert!(heard.contains("authorization: Bearer secret"), "{heard}");
    }
}

#[tokio::test]
async fn what_was_never_sent_and_what_may_have_arrived_are_told_apart() {
    let closed = {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        listener.local_addr().unwrap()
    };
    let failed = outside().call(Request::get(format!("http://{closed}/secret"))).await.unwrap_err();
    assert!(matches!(&failed, CallFailed::NotSent(_)), "{failed:?}");
    assert!(!format!("{failed:?}").contains("secret"));

    let (hangs_up, _hears) = service(vec![String::new()]).await;
    let request = Request::post(format!("http://{hangs_up}/secret")).json("{}");
    let failed = outside().call(request).await.unwrap_err();
    assert!(matches!(&failed, CallFailed::Unsure(_)), "{failed:?}");
    assert!(!format!("{failed:?}").contains("secret"));
}

#[tokio::test]
async fn addresses_inside_and_headers_with_line_breaks_are_refused_before_anything_is_sent() {
    let strict = ServiceClient::new(Networks::default());
    for url in ["http://127.0.0.1/", "https://10.0.0.1/", "https://localhost/", "ftp://a.example/"]
    {
        let failed = strict.call(Request::get(url)).await.unwrap_err();
        assert!(matches!(failed, CallFailed::Refused(_)), "{url}: {failed:?}");
    }
    assert!(strict.check("https://localhost/").await.is_err());
    let (address, mut hears) = service(vec![answer("200 OK", "", "")]).await;
    let request = Request::get(format!("http://{address}/")).header("x", "a\r\nx-evil: 1");
    assert!(matches!(outside().call(request).await, Err(CallFailed::Refused(_))));
    assert!(hears.try_recv().is_err());
}

#[tokio::test]
async fn one_redirect_to_the_same_host_is_followed_where_it_was_asked_for() {
    let redirect = answer("301 Moved", "location: /renamed\r\n", "");
    let answers = vec![redirect.clone(), answer("200 OK", "", "here")];
    let (address, mut hears) = service(answers).await;
    let request = Request::get(format!("http://{address}/x")).following_a_rename();
    assert_eq!(outside().call(request).await.unwrap().body, b"here");
    assert!(hears.recv().await.unwrap().starts_with("GET /x "));
    assert!(hears.recv().await.unwrap().starts_with("GET /renamed "));

    let (address, _hears) = service(vec![redirect.clone()]).await;
    let asked = |request: Request| async { outside().call(request).await.unwrap().status };
    assert_eq!(asked(Request::get(format!("http://{address}/x"))).await, 301);
    assert_eq!(asked(Request::get(format!("http://{address}/x")).following_a_rename()).await, 301);

    let other =
        answer("302 Found", &format!("location: http://localhost:{}/\r\n", address.port()), "");
    let (address, mut hears) = service(vec![other]).await;
    assert_eq!(asked(Request::get(format!("http://{address}/x")).following_a_rename()).await, 302);
    assert!(hears.recv().await.is_some() && hears.try_recv().is_err());
}

#[tokio::test]
async fn a_credential_that_fails_does_not_keep_others_from_the_host() {
    let (address, _hears) = service(vec![answer("503 Down", "", "")]).await;
    let outside = outside();
    let call = |key: &'static str| {
        outside.call(Request::get(format!("http://{address}/")).on_behalf_of(key))
    };
    for _ in 0..5 {
        assert_eq!(call("one").await.unwrap().status, 503);
    }
    assert!(matches!(call("one").await, Err(CallFailed::NotSent(_))));
    assert_eq!(call("other").await.unwrap().status, 503);
}

#[tokio::test]
async fn refusals_are_no_failures_of_a_host() {
    for status in ["401 No", "403 No", "404 No", "410 Gone", "413 Long", "429 Slow"] {
        let (address, _hears) = service(vec![answer(status, "", "")]).await;
        let outside = outside();
        for _ in 0..8 {
            let answer = outside.call(Request::get(format!("http://{address}/"))).await;
            assert!(answer.is_ok(), "{status}");
        }
    }
}

#[tokio::test]
async fn an_answer_that_is_too_long_is_cut() {
    let (address, _hears) =
        service(vec![answer("200 OK", "", &"x".repeat(ANSWER_BYTES + 1))]).await;
    let answer = outside().call(Request::get(format!("http://{address}/"))).await.unwrap();
    assert_eq!((answer.status, answer.body.len()), (200, ANSWER_BYTES));
}
