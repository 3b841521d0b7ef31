//! A class that is reached by way of another is asked as if it had been asked directly.

use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::api::{Api, text};

async fn session(api: &Api, name: &str) -> String {
    let user = api.send("POST", "/users", json!({ "username": name, "password": "secret" })).await;
    text(&user.ok(), "sessionToken").to_owned()
}

#[test]
fn a_redirect_to_sessions_shows_only_ones_own() {
    case(async {
        let api = Api::start().await;
        let (ada, _) = (session(&api, "ada").await, session(&api, "bob").await);
        let fields =
            json!({ "fields": { "all": { "type": "Relation", "targetClass": "_Session" } } });
        api.master("POST", "/schemas/Door", fields).await.ok();
        let path = "/classes/Door?redirectClassNameForKey=all";
        api.send("GET", path, Json::Null).await.refused(400, 209, "Permission denied");
        let headers = [("x-parse-session-token", &*ada)];
        let found = api.send_with("GET", path, &headers, Json::Null).await.ok();
        assert_eq!(found["results"].as_array().map(Vec::len), Some(1), "{found}");
    });
}

#[test]
fn a_relation_of_an_object_that_its_class_keeps_closed_has_no_members() {
    case(async {
        let api = Api::start().await;
        api.master("POST", "/schemas/Member", json!({})).await.ok();
        let clp = json!({ "find": {}, "get": {}, "count": {} });
        let fields = json!({ "all": { "type": "Relation", "targetClass": "Member" } });
        let closed = json!({ "fields": fields, "classLevelPermissions": clp });
        api.master("POST", "/schemas/Closed", closed).await.ok();
        let member = api.master("POST", "/classes/Member", json!({})).await.ok();
        let id = text(&member, "objectId");
        let pointer = json!({ "__type": "Pointer", "className": "Member", "objectId": id });
        let add = json!({ "all": { "__op": "AddRelation", "objects": [pointer] } });
        let owner = api.master("POST", "/classes/Closed", add).await.ok();
        let object = json!({
            "__type": "Pointer", "className": "Closed", "objectId": text(&owner, "objectId"),
        });
        let asked = json!({
            "_method": "GET", "where": { "$relatedTo": { "object": object, "key": "all" } },
        });
        let seen = api.send("POST", "/classes/Member", asked.clone()).await.ok();
        assert_eq!(seen, json!({ "results": [] }));
        let seen = api.master("POST", "/classes/Member", asked).await.ok();
        assert_eq!(seen["results"].as_array().map(Vec::len), Some(1), "{seen}");
    });
}

#[test]
fn a_name_that_the_database_would_cut_is_refused() {
    case(async {
        let api = Api::start().await;
        let long = "x".repeat(64);
        let answer = api.send("POST", &format!("/classes/{long}"), json!({})).await;
        let told = "Invalid classname: names can have at most 63 characters.";
        answer.refused(400, 103, told);
        let answer = api.send("POST", "/classes/Note", json!({ long: 1 })).await;
        answer.refused(400, 105, "Invalid field name: names can have at most 63 characters.");
    });
}
