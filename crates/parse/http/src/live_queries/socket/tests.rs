use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;

use super::*;

/// A socket and its other end.
async fn pair() -> (Arc<Socket>, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (other, accepted) = tokio::join!(TcpStream::connect(address), listener.accept());
    let settings = LiveSettings {
        sockets: 1,
        sockets_per_address: 1,
        sockets_per_user: 1,
        subscriptions: 1,
        ping_interval: Duration::from_secs(10),
        send_buffer: 16 << 10,
    };
    (Arc::new(Socket::new(accepted.unwrap().0, &settings)), other.unwrap())
}

/// Sends whole frames until the kernel takes no more.
fn fill(socket: &Socket) -> usize {
    let frame = frame::text(&"x".repeat(1000));
    let mut count = 0;
    while socket.flush().unwrap() == Flushed::All {
        assert!(socket.offer(&frame));
        count += 1;
    }
    count
}

#[tokio::test]
async fn what_the_kernel_takes_is_sent_at_once_in_its_order() {
    let (socket, mut other) = pair().await;
    assert!(socket.offer(&frame::text("one")));
    let text = frame::text("head and body");
    assert!(socket.offer_messages(&[(&text[..7], &Bytes::copy_from_slice(&text[7..]))]));
    let mut expected = frame::text("one");
    expected.extend(&text);
    let mut read = vec![0; expected.len()];
    other.read_exact(&mut read).await.unwrap();
    assert_eq!(read, expected);
    assert_eq!(socket.flush().unwrap(), Flushed::All);
}

#[tokio::test]
async fn what_does_not_fit_is_sent_later_byte_for_byte() {
    let (socket, mut other) = pair().await;
    let count = fill(&socket);
    let last = frame::text("the last");
    assert!(socket.offer_messages(&[(&last[..3], &Bytes::copy_from_slice(&last[3..]))]));
    let mut expected = frame::text(&"x".repeat(1000)).repeat(count);
    expected.extend(&last);
    let mut read = vec![0; expected.len()];
    let reading = async { other.read_exact(&mut read).await.map(drop) };
    let writing = async {
        while socket.flush().unwrap() != Flushed::All {
            socket.writable().await.unwrap();
        }
        Ok(())
    };
    tokio::try_join!(reading, writing).unwrap();
    assert_eq!(read, expected);
    assert!(socket.out().pending.capacity() == 0, "memory was given back");
}

#[tokio::test]
async fn a_reader_that_is_too_slow_is_told_so_between_whole_frames() {
    let (socket, mut other) = pair().await;
    fill(&socket);
    let frame = frame::text(&"y".repeat(1000));
    while socket.offer(&frame) {}
    assert_eq!(socket.flush().unwrap(), Flushed::Closing);
    assert!(socket.out().pending_bytes < MOST_PENDING / 2, "what would come too late is dropped");
    assert!(!socket.offer(&frame), "nothing follows");
    let (_, read) = tokio::join!(socket.farewell(Duration::from_secs(10)), async {
        let mut read = Vec::new();
        other.read_to_end(&mut read).await.unwrap();
        drop(other);
        read
    });
    let mut at = 0;
    while frame::length(&read[at..]) < read.len() - at {
        assert_eq!(frame::length(&read[at..]), 1004, "a whole message");
        at += 1004;
    }
    assert_eq!(&read[at..], &Closing::TooSlow.frame()[..]);
}

#[tokio::test]
async fn after_a_close_frame_nothing_is_sent() {
    let (socket, mut other) = pair().await;
    socket.close(Closing::GoingAway);
    socket.close(Closing::TooBig);
    assert!(!socket.offer(&frame::text("late")));
    let (_, read) = tokio::join!(socket.farewell(Duration::from_secs(10)), async {
        let mut read = Vec::new();
        other.read_to_end(&mut read).await.unwrap();
        drop(other);
        read
    });
    assert_eq!(read, Closing::GoingAway.frame());
}

#[tokio::test]
async fn a_socket_whose_client_is_gone_keeps_nothing() {
    let (socket, other) = pair().await;
    fill(&socket);
    drop(other);
    let frame = frame::text(&"y".repeat(1000));
    while socket.flush().is_ok() {
        socket.offer(&frame);
        tokio::task::yield_now().await;
    }
    assert!(!socket.offer(&frame));
    assert_eq!(socket.out().pending.capacity(), 0);
}

#[tokio::test]
async fn what_many_are_told_is_kept_once_for_all_who_do_not_read() {
    let body = Bytes::from("z".repeat(1000));
    let mut head = Vec::new();
    frame::put_text_header(&mut head, body.len());
    let (one, _reads_nothing) = pair().await;
    let (other, _nor_this) = pair().await;
    for socket in [&one, &other] {
        fill(socket);
        let messages = vec![(head.as_slice(), &body); 2 * PIECES];
        assert!(socket.offer_messages(&messages));
        let out = socket.out();
        let kept = out.pending.iter().filter(|piece| piece.bytes.as_ptr() == body.as_ptr());
        assert_eq!(kept.count(), messages.len());
    }
}
