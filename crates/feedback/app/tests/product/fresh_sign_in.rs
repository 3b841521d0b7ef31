//! What the session of an administrator is not enough for.

use serde_json::json;
use testkit::case;

use crate::stage::Programme;

#[test]
fn a_session_that_is_not_fresh_makes_no_keys_receivers_or_administrators() {
    case(async {
        let programme = Programme::guarded().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        programme.clock.advance(301);
        let credential = json!({ "kind": "linear", "name": "Linear", "project": "team", "credential": "lin_api_1" });
        for (name, params) in [
            ("userSetAdmin", json!({ "user": rin.id, "isAdmin": true, "confirm": "rin" })),
            ("apiKeyCreate", json!({ "name": "CI", "scopes": ["read"] })),
            (
                "webhookSave",
                json!({ "name": "CI", "url": "https://ci.example/x", "events": ["*"] }),
            ),
            ("chatServiceSave", json!({ "service": "telegram", "settings": {} })),
            ("trackerSave", credential),
            ("settingSet", json!({ "key": "access.mode", "value": "open", "version": 0 })),
            ("rewardPublish", json!({ "export": "x", "words": "publish season 1" })),
            ("rewardVoid", json!({ "export": "x", "reason": "The pool was the wrong one." })),
            ("pointsAgree", json!({ "id": "x", "agree": true })),
        ] {
            let refused = programme.refusal(Some(&mia), name, params).await;
            assert!(refused.1.starts_with("FRESH_SIGN_IN: "), "{name}: {refused:?}");
        }
        // Harmless commands need no fresh sign-in.
        let name = json!({ "key": "product.name", "value": "Swap", "version": 0 });
        programme.ask(&mia, "settingSet", name).await;
    });
}
