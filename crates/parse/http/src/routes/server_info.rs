//! `GET /serverInfo`: what a dashboard asks before it shows its sections.

use parse_engine::Cx;
use parse_model::Json;
use serde_json::json;

use crate::reply::{HttpError, Reply};
use crate::state::HttpState;

/// The version of the protocol that we speak: dashboards compare it.
const PARSE_SERVER_VERSION: &str = "9.10.0";

/// `GET /serverInfo`
pub(super) fn show(state: &HttpState, cx: &Cx) -> Result<Reply, HttpError> {
    let has_push = cx.engine().extension().push_provider().is_some();
    Reply::of(&info(has_push, state.settings.is_security_check_enabled))
}

/// What is there is true; of what an operator has to set up, only what was.
fn info(has_push: bool, has_security_check: bool) -> Json {
    json!({
        "features": {
            "globalConfig": { "create": true, "read": true, "update": true, "delete": true },
            "hooks": { "create": true, "read": true, "update": true, "delete": true },
            "cloudCode": { "jobs": true },
            "logs": { "level": true, "size": true, "order": true, "until": true, "from": true },
            "push": {
                "immediatePush": has_push,
                "scheduledPush": has_push,
                "storedPushData": has_push,
                "pushAudiences": true,
                "localization": true,
            },
            "schemas": {
                "addField": true,
                "removeField": true,
                "addClass": true,
                "removeClass": true,
                "clearAllDataFromClass": true,
                "exportClass": false,
                "editClassLevelPermissions": true,
                "editPointerPermissions": true,
            },
            "settings": { "securityCheck": has_security_check },
        },
        "parseServerVersion": PARSE_SERVER_VERSION,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn push_is_offered_only_where_it_is_set_up() {
        for has_push in [false, true] {
            let push = &info(has_push, false)["features"]["push"];
            for feature in ["immediatePush", "scheduledPush", "storedPushData"] {
                assert_eq!(push[feature], has_push, "{feature}");
            }
        }
    }
}
