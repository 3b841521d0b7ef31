//! Logo and accent: who sets them, what is kept, and what pages and mails get.

use parse_engine::page_settings::{PageContent, PageRel};
use parse_identity::RequestCredentials;
use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::stage::Programme;

/// A pink square of 64 pixels.
const LOGO: &str = "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAATklEQVR42u3PQQkAAAgEsAthcwNrBN/CYAWWqX4tAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgKXBTtIYYf0LTQDAAAAAElFTkSuQmCC";
/// The same with 32 pixels.
const TOO_SMALL: &str = "iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAAKUlEQVR42u3NQQkAAAgEsAthcwNrCh/CYP9lqk9FIBAIBAKBQCAQfAkWk/OYW91N+SMAAAAASUVORK5CYII=";

fn logo(pieces: &Json, version: i64) -> Json {
    json!({ "key": "brand.logo", "value": pieces, "version": version })
}

async fn page(programme: &Programme) -> PageContent {
    let engine = &programme.engine;
    let cx = engine.cx(engine.caller(RequestCredentials::default()).await.expect("a visitor"));
    let source = engine.extension().page_settings().expect("settings of the page");
    source.page_settings(&cx).await.expect("the page")
}

#[test]
fn a_logo_is_kept_once_under_its_name_and_can_be_brought_back() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (head, tail) = LOGO.split_at(50);
        let set = programme.ask(&mia, "settingSet", logo(&json!([head, tail]), 0)).await;
        let name = set["value"].as_str().expect("a name").to_owned();
        assert!(name.ends_with("-64") && name.len() == 35, "{name}");

        let address = format!("/brand/{name}.png");
        let content = page(&programme).await;
        assert_eq!(content.settings["logo"], address);
        for rel in [PageRel::Icon, PageRel::TouchIcon] {
            let link = content.links.iter().find(|link| link.rel == rel).expect("a link");
            assert_eq!(link.href, address);
        }

        programme.ask(&mia, "settingSet", logo(&json!(""), 1)).await;
        assert!(!page(&programme).await.settings.contains_key("logo"));
        let back = json!({ "key": "brand.logo", "version": 1 });
        assert_eq!(programme.ask(&mia, "settingRollback", back).await["value"], name);

        let client = programme.database.client().await;
        let count =
            async |sql: &str| -> i64 { client.query_one(sql, &[]).await.expect("a count").get(0) };
        assert_eq!(count("select count(*) from _touchstone.setting_picture").await, 1);
        let written = r#"select count(*) from "AuditEntry" where "targetId" = 'brand.logo'"#;
        assert_eq!(count(written).await, 3);
        let with_bytes = r#"select count(*) from "AuditEntry" a where a::text like '%iVBOR%'"#;
        assert_eq!(count(with_bytes).await, 0);
    });
}

#[test]
fn only_administrators_set_a_logo_and_only_a_square_png() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.tester("rin").await;
        for caller in [Some(&rin), None] {
            programme.refusal(caller, "settingSet", logo(&json!([LOGO]), 0)).await;
        }
        let unknown = "0123456789abcdef0123456789abcdef-64";
        for value in [json!([TOO_SMALL]), json!(["PHN2Zz48L3N2Zz4="]), json!(unknown), json!(LOGO)]
        {
            let (_, said) = programme.refusal(Some(&mia), "settingSet", logo(&value, 0)).await;
            assert!(said.starts_with("SETTING_VALUE: "), "{said}");
        }
        assert_eq!(page(&programme).await.links, []);
    });
}

#[test]
fn an_accent_is_a_style_sheet_of_the_page_and_shown_before_it_is_saved() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let accent = |value: &str| json!({ "accent": value });
        let shown = programme.ask(&mia, "brandPreview", accent("#0a0014")).await;
        assert_eq!(shown["light"]["fill"], "#0a0014");
        assert_eq!(shown["dark"]["isAdjusted"], true);
        for theme in ["dark", "light"] {
            assert!(shown[theme]["strokeContrast"].as_f64() >= Some(3.0), "{shown}");
            assert!(shown[theme]["fillContrast"].as_f64() >= Some(4.5), "{shown}");
        }
        let (_, said) = programme.refusal(Some(&mia), "brandPreview", accent("pink")).await;
        assert!(said.starts_with("ACCENT: "), "{said}");
        let rin = programme.tester("rin").await;
        programme.refusal(Some(&rin), "brandPreview", accent("#0a0014")).await;

        assert_eq!(page(&programme).await.links, []);
        let set = json!({ "key": "brand.accent", "value": "#FF1493", "version": 0 });
        assert_eq!(programme.ask(&mia, "settingSet", set).await["value"], "#ff1493");
        let links = page(&programme).await.links;
        assert_eq!(links.len(), 1);
        assert_eq!(links[0].rel, PageRel::StyleSheet);
        assert!(links[0].href.starts_with("/brand/ff1493-") && links[0].href.ends_with(".css"));
    });
}
