//! What testers answered in missions, for administrators to read.

use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::mission::survey;
use crate::stage::Programme;

#[test]
fn administrators_read_the_answers_of_a_mission_whatever_became_of_the_submission() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin, kai) = (
            programme.administrator("mia").await,
            programme.tester("rin").await,
            programme.tester("kai").await,
        );
        let question = |id: &str, ty: &str, options: Json| {
            json!({ "id": id, "text": "How was it?", "type": "question", "required": true,
            "question": { "type": ty, "options": options } })
        };
        let steps = json!([
            question("why", "text", Json::Null),
            question("how", "many_of", json!(["fast", "cheap"])),
            question("mark", "scale", Json::Null)
        ]);
        let id = programme.mission(&mia, survey(json!({ "steps": steps }))).await;
        for (who, how, mark) in [(&rin, json!(["fast"]), 4), (&kai, json!(["cheap", "fast"]), 4)] {
            let submission = programme.begin(who, &id).await;
            let answers =
                json!({ "why": format!("Because of {}", who.id), "how": how, "mark": mark });
            programme
                .ask(who, "submissionSave", json!({ "submission": submission, "answers": answers }))
                .await;
            programme.ask(who, "submissionSubmit", json!({ "submission": submission })).await;
        }
        let all = programme.ask(&mia, "missionAnswers", json!({ "mission": id })).await;
        assert_eq!(all["total"], 2);
        let counts = |at: usize| all["questions"][at]["counts"].clone();
        assert_eq!(counts(0), json!([]), "words are not counted");
        assert_eq!(
            counts(1),
            json!([{ "answer": "fast", "count": 2 }, { "answer": "cheap", "count": 1 }])
        );
        assert_eq!(counts(2), json!([{ "answer": "4", "count": 2 }]));
        assert_eq!(all["questions"][0]["answered"], 2);
        let one = programme.ask(&mia, "missionAnswers", json!({ "mission": id, "limit": 1 })).await;
        assert_eq!(one["rows"].as_array().map(Vec::len), Some(1));
        let rest = json!({ "mission": id, "limit": 1, "cursor": one["next"] });
        let rest = programme.ask(&mia, "missionAnswers", rest).await;
        assert_eq!(rest["next"], Json::Null);
        assert_ne!(rest["rows"][0]["person"]["id"], one["rows"][0]["person"]["id"]);
        let refused =
            programme.refusal(Some(&rin), "missionAnswers", json!({ "mission": id })).await;
        assert_eq!(refused.0, 119);
        let missing =
            programme.refusal(Some(&mia), "missionAnswers", json!({ "mission": "none" })).await;
        assert_eq!(missing.0, 101);
    });
}
