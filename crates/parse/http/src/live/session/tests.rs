use super::*;

#[test]
fn a_client_has_a_name_of_the_form_parse_server_gives() {
    let names: Vec<String> = (0..100).map(|_| client_id()).collect();
    for name in &names {
        let parts: Vec<&str> = name.split('-').collect();
        assert_eq!(parts.iter().map(|part| part.len()).collect::<Vec<_>>(), [8, 4, 4, 4, 12]);
        assert!(parts[2].starts_with('4') && parts[3].starts_with(['8', '9', 'a', 'b']), "{name}");
    }
    assert_ne!(names[0], names[1]);
}

/// The size of the future that a function of four arguments gives.
fn size_of_future<A, B, C, D, F>(_: impl FnOnce(A, B, C, D) -> F) -> usize {
    size_of::<F>()
}

/// There are as many of these as sockets, so what is rare in them is boxed.
#[test]
fn the_task_of_a_socket_is_small() {
    let size = size_of_future(serve);
    assert!(size < 3 << 10, "{size}");
}
