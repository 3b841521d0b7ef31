use serde_json::json;
use testkit::case;

use crate::stage::Programme;

#[test]
fn a_setting_keeps_its_history_and_can_go_back() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let set = |value: &str, version: i64| json!({ "key": "product.name", "value": value, "version": version });
        programme.ask(&mia, "settingSet", set("Basalt", 0)).await;
        programme.ask(&mia, "settingSet", set("Granite", 1)).await;
        let stale = programme.refusal(Some(&mia), "settingSet", set("Marble", 1)).await;
        assert!(stale.1.starts_with("SETTING_MOVED_ON: "), "{stale:?}");
        let back = json!({ "key": "product.name", "version": 1 });
        assert_eq!(programme.ask(&mia, "settingRollback", back).await["value"], "Basalt");
        let history = programme.ask(&mia, "settingHistory", json!({ "key": "product.name" })).await;
        let values: Vec<_> = history["rows"]
            .as_array()
            .expect("rows")
            .iter()
            .map(|row| row["value"].clone())
            .collect();
        assert_eq!(values, ["Basalt", "Granite", "Basalt"]);
    });
}

#[test]
fn every_command_of_an_administrator_leaves_one_sealed_entry_and_nothing_can_change_it() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let set = |name: &str, version: i64| json!({ "key": "product.name", "value": name, "version": version });
        programme.ask(&mia, "settingSet", set("Basalt", 0)).await;
        programme.refusal(Some(&mia), "settingSet", set("", 1)).await;
        programme.ask(&mia, "invitationCreate", json!({ "label": "a", "maxUses": 1 })).await;

        let client = programme.database.client().await;
        let entries = client
        .query(r#"select "seq", "action", "hash" = _touchstone.audit_seal(e), "prevHash", "hash" from "AuditEntry" e order by "seq""#, &[])
        .await
        .expect("the entries");
        let actions: Vec<String> = entries.iter().map(|row| row.get(1)).collect();
        assert_eq!(actions, ["settingSet", "invitationCreate"]);
        let mut before = "0".repeat(64);
        for (at, row) in entries.iter().enumerate() {
            assert_eq!(row.get::<_, f64>(0), at as f64 + 1.0);
            assert!(row.get::<_, bool>(2), "the seal holds");
            assert_eq!(row.get::<_, String>(3), before);
            before = row.get(4);
        }
        for statement in [
            r#"update "AuditEntry" set "action" = 'nothing'"#,
            r#"delete from "AuditEntry""#,
            r#"truncate "AuditEntry""#,
            r#"update "SettingRevision" set "note" = 'x'"#,
        ] {
            assert!(client.batch_execute(statement).await.is_err(), "{statement}");
        }
    });
}
