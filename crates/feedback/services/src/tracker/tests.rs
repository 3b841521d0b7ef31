use super::*;

#[test]
fn a_chain_of_turns_asks_in_order_and_stops_at_the_first_failure() {
    let chain = |fails: bool| {
        Turn::ask(Request::get("https://one.test"), move |result| {
            Turn::End(if fails { Err(Outcome::Unsure) } else { Ok(result.map(|a| a.status)) })
        })
        .then(|first| match first {
            Ok(first) => Turn::ask(Request::get("https://two.test"), move |second| {
                Turn::done((first, second.map(|a| a.status)))
            }),
            Err(outcome) => Turn::failed(outcome),
        })
    };
    let run = |mut turn| {
        let mut asked = Vec::new();
        loop {
            turn = match turn {
                Turn::Ask(request, next) => {
                    asked.push(request.url.clone());
                    let status = u16::try_from(200 + asked.len()).unwrap();
                    next(Ok(Answer::new(status, "")))
                }
                Turn::End(result) => return (asked, result),
            };
        }
    };
    let (asked, result) = run(chain(false));
    assert_eq!(asked, ["https://one.test", "https://two.test"]);
    assert_eq!(result, Ok((Ok(201), Ok(202))));
    let (asked, result) = run(chain(true));
    assert_eq!((asked.len(), result), (1, Err(Outcome::Unsure)));
}

#[test]
fn a_uuid_says_its_version_and_variant() {
    assert_eq!(uuid_v4([0; 16]), "00000000-0000-4000-8000-000000000000");
    assert_eq!(uuid_v4([255; 16]), "ffffffff-ffff-4fff-bfff-ffffffffffff");
}

#[test]
fn hexadecimal_digits_are_read_and_nothing_else() {
    assert_eq!(bytes_of_hex("00ffA1"), Some(vec![0, 255, 161]));
    assert_eq!(hex_of_bytes(&[0, 255, 161]), "00ffa1");
    for text in ["0", "0g", "é0", "+1"] {
        assert_eq!(bytes_of_hex(text), None, "{text}");
    }
    assert!(!is_signed("", b"", &"0".repeat(64)), "no secret proves nothing");
}
