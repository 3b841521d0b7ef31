use super::*;

fn text(value: &str) -> Option<String> {
    (!value.is_empty()).then(|| value.to_owned())
}

fn row(object_id: &str, installation_id: &str, device_token: &str) -> StoredInstallation {
    StoredInstallation {
        object_id: object_id.to_owned(),
        installation_id: text(installation_id),
        device_token: text(device_token),
        device_type: text("ios"),
    }
}

fn announced(object_id: &str, installation_id: &str, device_token: &str) -> Announced {
    Announced {
        object_id: text(object_id),
        installation_id: text(installation_id),
        is_id_sent: !installation_id.is_empty(),
        is_object_id_sent: false,
        device_token: text(device_token),
        device_type: text("ios"),
    }
}

fn change(id: &str) -> Verdict {
    Verdict { target: text(id), remove: None }
}

#[test]
fn an_installation_nobody_knows_is_new() {
    assert_eq!(decide(&announced("", "i", "t"), &[]), Ok(Verdict::default()));
}

#[test]
fn a_new_installation_says_what_device_it_is_on() {
    let nameless = Announced { device_type: None, ..announced("", "i", "") };
    assert_eq!(decide(&nameless, &[]).unwrap_err().code, Code::MISSING_REQUIRED_FIELD);
    assert_eq!(decide(&nameless, &[row("a", "i", "")]), Ok(change("a")));
}

#[test]
fn the_same_installation_id_is_the_same_installation() {
    assert_eq!(decide(&announced("", "i", ""), &[row("a", "i", "t")]), Ok(change("a")));
}

#[test]
fn a_token_whose_row_has_no_id_yet_takes_the_id() {
    assert_eq!(decide(&announced("", "i", "t"), &[row("a", "", "t")]), Ok(change("a")));
    assert_eq!(decide(&announced("", "", "t"), &[row("a", "i", "t")]), Ok(change("a")));
}

#[test]
fn a_row_by_id_and_one_by_token_become_the_one_by_token() {
    let verdict = decide(&announced("", "i", "t"), &[row("a", "i", ""), row("b", "", "t")]);
    let expected = Verdict { target: text("b"), remove: Some(Removal::Row("a".to_owned())) };
    assert_eq!(verdict, Ok(expected));
}

#[test]
fn a_token_that_moved_to_another_installation_leaves_the_old_ones() {
    let expected = Verdict { target: None, remove: Some(Removal::OthersWithToken) };
    assert_eq!(decide(&announced("", "new", "t"), &[row("a", "i", "t")]), Ok(expected));
    let expected = Verdict { target: text("b"), remove: Some(Removal::OthersWithToken) };
    let rows = [row("a", "i", "t"), row("b", "j", "u")];
    assert_eq!(decide(&announced("", "j", "t"), &rows), Ok(expected));
}

#[test]
fn a_token_of_several_rows_needs_an_installation_id() {
    let rows = [row("a", "i", "t"), row("b", "j", "t")];
    let refusal = decide(&announced("", "", "t"), &rows).unwrap_err();
    assert_eq!(refusal.code, Code::AMBIGUOUS_INSTALLATION);
}

#[test]
fn what_identifies_a_device_does_not_change() {
    let rows = [row("a", "i", "t"), row("b", "", "u")];
    let code = |announced: Announced| decide(&announced, &rows).err().map(|refusal| refusal.code);
    let immutable = Some(Code::CHANGED_IMMUTABLE_FIELD);
    assert_eq!(code(announced("a", "other", "")), immutable);
    assert_eq!(code(announced("b", "", "other")), immutable);
    assert_eq!(code(announced("a", "", "other")), None);
    assert_eq!(code(Announced { device_type: text("web"), ..announced("a", "", "") }), immutable);
    assert_eq!(code(announced("gone", "", "t")), Some(Code::OBJECT_NOT_FOUND));
}

#[test]
fn a_token_that_goes_to_a_row_named_in_the_body_too_leaves_the_others() {
    let rows = [row("a", "i", "t"), row("b", "j", "")];
    let by_address = announced("b", "", "t");
    assert_eq!(decide(&by_address, &rows), Ok(change("b")));
    let by_both = Announced { is_object_id_sent: true, ..by_address };
    let remove = Some(Removal::RowsWithTokenBut("b".to_owned()));
    assert_eq!(decide(&by_both, &rows), Ok(Verdict { target: text("b"), remove }));
}
