//! A node on a real socket that does what a case wants of it.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use alloy_primitives::{Address, B256, hex};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// The transaction that honest nodes know.
pub(crate) const HASH: B256 = B256::repeat_byte(0x5a);
const BLOCK: B256 = B256::repeat_byte(0xb1);
const SENDER: Address = Address::repeat_byte(0xaa);
const ROUTER: Address = Address::repeat_byte(0xcc);
const TOKEN: Address = Address::repeat_byte(0x70);

type Answering = Arc<dyn Fn(&Value) -> Value + Send + Sync>;
type Telling = Arc<dyn Fn(&Value) -> String + Send + Sync>;

/// What a node does with a question.
#[derive(Clone)]
pub(crate) enum Behaviour {
    Dead,
    Silent,
    Drips,
    Body(u16, Vec<u8>),
    Redirect(String),
    Huge { bytes: usize, is_announced: bool },
    Answers(Answering),
    Texts(Telling),
    SlowFor(&'static str, Box<Behaviour>),
}

impl Behaviour {
    /// What one that answers says to this.
    pub(crate) fn answer(&self, asked: &Value) -> Value {
        match self {
            Behaviour::Answers(answer) => answer(asked),
            _ => panic!("it does not answer"),
        }
    }
}

/// Seconds since 1970.
pub(crate) fn now_sec() -> u64 {
    use chain_node::Clock;
    chain_node::SystemClock.now_ms() / 1000
}

/// A node of this network that knows one failed transaction.
pub(crate) fn honest(chain_id: u64) -> Behaviour {
    Behaviour::Answers(Arc::new(move |asked| match asked.as_array() {
        Some(several) => several.iter().map(|one| answer(chain_id, one)).collect(),
        None => answer(chain_id, asked),
    }))
}

fn answer(chain_id: u64, asked: &Value) -> Value {
    let is_known = asked["params"][0] == json!(HASH);
    let number = |number: u64| json!(format!("{number:#x}"));
    let block = |at: u64| json!({ "hash": BLOCK, "number": number(at), "timestamp": number(now_sec()), "transactions": [HASH] });
    let result = match asked["method"].as_str().unwrap_or_default() {
        "eth_chainId" => number(chain_id),
        "eth_getBlockByNumber" => block(0x65),
        "eth_getBlockByHash" => block(0x64),
        "eth_getTransactionByHash" if is_known => json!({
            "hash": HASH, "blockHash": BLOCK, "blockNumber": "0x64", "chainId": number(chain_id),
            "from": SENDER, "to": ROUTER, "input": "0x38ed1739", "gas": "0x5208", "value": "0x0",
        }),
        "eth_getTransactionReceipt" if is_known => json!({
            "transactionHash": HASH, "blockHash": BLOCK, "blockNumber": "0x64", "status": "0x0",
            "logs": [],
        }),
        "debug_traceTransaction" => json!({
            "from": SENDER, "to": ROUTER, "input": "0x38ed1739", "error": "execution reverted",
            "calls": [{ "from": ROUTER, "to": TOKEN, "input": "0x23b872dd" }],
        }),
        "eth_call" => match asked["params"][0]["data"].as_str() {
            Some("0x95d89b41") => json!(format!("0x{:0<64}", hex::encode("USDX"))),
            _ => json!(format!("0x{:0>64}", "6")),
        },
        _ => Value::Null,
    };
    json!({ "jsonrpc": "2.0", "id": asked["id"], "result": result })
}

/// A node that listens.
pub(crate) struct FakeNode {
    address: SocketAddr,
    seen: Arc<Seen>,
}

#[derive(Default)]
struct Seen {
    asked: Mutex<Vec<String>>,
    sent: AtomicUsize,
    stumbles: AtomicU32,
}

impl FakeNode {
    pub(crate) async fn start(behaviour: Behaviour) -> FakeNode {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, seen) = (listener.local_addr().unwrap(), Arc::new(Seen::default()));
        if matches!(behaviour, Behaviour::Dead) {
            return FakeNode { address, seen };
        }
        let served = Arc::clone(&seen);
        telemetry::task::spawn("fake node", async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (behaviour, seen) = (behaviour.clone(), Arc::clone(&served));
                telemetry::task::spawn("fake node answers", serve(stream, behaviour, seen));
            }
        });
        FakeNode { address, seen }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// The methods that it was asked for.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.seen.asked.lock().unwrap().clone()
    }

    /// How many bytes of a huge answer it got rid of.
    pub(crate) fn sent(&self) -> usize {
        self.seen.sent.load(Ordering::Relaxed)
    }

    /// So many questions from now on are answered with a status of 502.
    pub(crate) fn stumble(&self, times: u32) {
        self.seen.stumbles.store(times, Ordering::Relaxed);
    }
}

async fn serve(mut stream: TcpStream, behaviour: Behaviour, seen: Arc<Seen>) {
    while let Some(asked) = question(&mut stream).await {
        let first = asked.get(0).unwrap_or(&asked);
        let method = first["method"].as_str().unwrap_or_default().to_owned();
        seen.asked.lock().unwrap().push(method.clone());
        let less = |left: u32| left.checked_sub(1);
        let stumbles = seen.stumbles.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        let done = match (stumbles, &behaviour) {
            (Ok(_), _) => send(&mut stream, 502, "", b"").await,
            (_, Behaviour::SlowFor(slow, _)) if *slow == method => return silence().await,
            (_, Behaviour::SlowFor(_, otherwise)) => {
                let answer = otherwise.answer(&asked).to_string();
                send(&mut stream, 200, "", answer.as_bytes()).await
            }
            (_, other) => act(&mut stream, other, &asked, &seen).await,
        };
        if done.is_err() {
            return;
        }
    }
}

async fn silence() {
    std::future::pending::<()>().await;
}

async fn act(
    stream: &mut TcpStream,
    behaviour: &Behaviour,
    asked: &Value,
    seen: &Seen,
) -> std::io::Result<()> {
    match behaviour {
        Behaviour::Dead | Behaviour::Silent | Behaviour::SlowFor(..) => {
            silence().await;
            Ok(())
        }
        Behaviour::Drips => {
            stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n").await?;
            let mut beat = tokio::time::interval(Duration::from_millis(50));
            loop {
                beat.tick().await;
                stream.write_all(b" ").await?;
            }
        }
        Behaviour::Body(status, body) => send(stream, *status, "", body).await,
        Behaviour::Redirect(to) => send(stream, 307, &format!("location: {to}\r\n"), b"").await,
        Behaviour::Answers(answer) => {
            send(stream, 200, "", answer(asked).to_string().as_bytes()).await
        }
        Behaviour::Texts(tell) => send(stream, 200, "", tell(asked).as_bytes()).await,
        Behaviour::Huge { bytes, is_announced } => {
            let head = match is_announced {
                true => format!("content-length: {bytes}\r\n"),
                false => "connection: close\r\n".to_owned(),
            };
            stream.write_all(format!("HTTP/1.1 200 OK\r\n{head}\r\n").as_bytes()).await?;
            let piece = vec![b'['; 1 << 16];
            for _ in 0..bytes / piece.len() {
                stream.write_all(&piece).await?;
                seen.sent.fetch_add(piece.len(), Ordering::Relaxed);
            }
            stream.shutdown().await
        }
    }
}

async fn send(stream: &mut TcpStream, status: u16, head: &str, body: &[u8]) -> std::io::Result<()> {
    let length = body.len();
    let begin = format!("HTTP/1.1 {status} X\r\n{head}content-length: {length}\r\n\r\n");
    stream.write_all(begin.as_bytes()).await?;
    stream.write_all(body).await
}

/// Reads one request; nothing when the other side has hung up.
async fn question(stream: &mut TcpStream) -> Option<Value> {
    let mut read = Vec::new();
    loop {
        let end = read.windows(4).position(|window| window == b"\r\n\r\n");
        if let Some(end) = end {
            let head = String::from_utf8_lossy(&read[..end]).to_ascii_lowercase();
            let length = head.split_once("content-length: ")?.1;
            let length: usize = length.split("\r\n").next()?.parse().ok()?;
            if read.len() >= end + 4 + length {
                return serde_json::from_slice(&read[end + 4..end + 4 + length]).ok();
            }
        }
        let mut buffer = [0; 4096];
        match stream.read(&mut buffer).await {
            Ok(count) if count > 0 => read.extend_from_slice(&buffer[..count]),
            _ => return None,
        }
    }
}
