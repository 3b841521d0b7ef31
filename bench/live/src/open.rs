//! Opening sockets: connect, upgrade, `connect` and `subscribe`, each answered before the next.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4, TcpStream};
use std::time::Duration;

use nix::sys::socket::setsockopt;
use nix::sys::socket::sockopt::IpBindAddressNoPort;
use socket2::{Domain, Socket, Type};

use crate::frame::{self, Kind};
use crate::plan::Plan;

/// How many sockets one address of this machine opens: far fewer than it has ports.
const PER_ADDRESS: usize = 5_000;
const PATIENCE: Duration = Duration::from_secs(60);
const ANSWER_BYTES: usize = 4096;

/// Opens the socket with this number, subscribed to the query that is its turn.
pub(crate) fn open(plan: &Plan, number: usize) -> io::Result<TcpStream> {
    let mut stream = connect(plan.server, number)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    upgrade(&mut stream, plan)?;
    let connect = format!(r#"{{"op":"connect","applicationId":"{}"}}"#, plan.application_id);
    ask(&mut stream, &connect, br#"{"op":"connected""#)?;
    let subscribe = format!(
        r#"{{"op":"subscribe","requestId":1,"query":{{"className":"{}","where":{}}}}}"#,
        plan.class,
        plan.filter(number)
    );
    ask(&mut stream, &subscribe, br#"{"op":"subscribed""#)?;
    Ok(stream)
}

/// Without the option a port is chosen at `bind`, among all that are in use on the address, which
/// takes longer with every socket.
fn connect(server: SocketAddrV4, number: usize) -> io::Result<TcpStream> {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
    setsockopt(&socket, IpBindAddressNoPort, &true)?;
    let host = u8::try_from(2 + number / PER_ADDRESS).map_err(io::Error::other)?;
    socket.bind(&SocketAddr::from((Ipv4Addr::new(127, 0, 0, host), 0)).into())?;
    socket.connect(&SocketAddr::from(server).into())?;
    Ok(socket.into())
}

fn upgrade(stream: &mut TcpStream, plan: &Plan) -> io::Result<()> {
    let request = format!(
        "GET {} HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        plan.mount, plan.server
    );
    stream.write_all(request.as_bytes())?;
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        more(stream, &mut answer)?;
    }
    if answer.starts_with(b"HTTP/1.1 101 ") {
        return Ok(());
    }
    Err(unexpected("the upgrade", &answer))
}

/// Sends a message and reads one; pings in between are answered.
fn ask(stream: &mut TcpStream, message: &str, expected: &[u8]) -> io::Result<()> {
    stream.write_all(&frame::text(message))?;
    let mut answer = Vec::new();
    loop {
        more(stream, &mut answer)?;
        while let Some((kind, payload, next)) = frame::first(&answer) {
            match kind {
                Kind::Ping => stream.write_all(&frame::pong(payload))?,
                Kind::Text if payload.starts_with(expected) && next == answer.len() => {
                    return Ok(());
                }
                _ => return Err(unexpected(message, payload)),
            }
            answer.drain(..next);
        }
    }
}

fn more(stream: &mut TcpStream, answer: &mut Vec<u8>) -> io::Result<()> {
    let begin = answer.len();
    answer.resize(begin + ANSWER_BYTES, 0);
    let read = stream.read(&mut answer[begin..])?;
    answer.truncate(begin + read);
    if read == 0 {
        return Err(unexpected("a socket", b"by closing it"));
    }
    Ok(())
}

fn unexpected(what: &str, answer: &[u8]) -> io::Error {
    io::Error::other(format!("{what} was answered with {}", String::from_utf8_lossy(answer)))
}
