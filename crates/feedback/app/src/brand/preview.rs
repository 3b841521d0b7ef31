//! The shades of an accent that an administrator is about to choose.

use async_trait::async_trait;
use feedback_core::command::{Query, Who, query};
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;
use feedback_core::refused::invalid;
use feedback_model::accent::{Colour, Theme, lowest_contrast, shades};
use parse_engine::{Error, Extension};
use parse_model::Json;
use serde::Deserialize;
use serde_json::json;

pub(super) fn register(extension: Extension, state: &ProductState) -> Extension {
    query::<BrandPreview>(extension, state)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BrandPreviewParams {
    accent: String,
}

struct BrandPreview;

#[async_trait]
impl Query for BrandPreview {
    const NAME: &'static str = "brandPreview";
    const WHO: Who = Who::Administrator;
    type Params = BrandPreviewParams;
    type Answer = Json;

    async fn answer(_: &CommandContext, params: BrandPreviewParams) -> Result<Json, Error> {
        let accent = Colour::parse(&params.accent).ok_or_else(|| {
            invalid("ACCENT", "An accent is a colour with six digits, such as #e3bd69.")
        })?;
        Ok(json!({ "dark": told(accent, Theme::Dark), "light": told(accent, Theme::Light) }))
    }
}

fn told(accent: Colour, theme: Theme) -> Json {
    let shades = shades(accent, theme);
    let text = |colour: Colour| colour.to_string();
    json!({
        "fill": text(shades.fill),
        "onFill": text(shades.on_fill),
        "stroke": text(shades.stroke),
        "text": text(shades.text),
        "fillContrast": rounded(shades.on_fill.contrast(shades.fill)),
        "strokeContrast": rounded(lowest_contrast(shades.stroke, theme.surfaces())),
        "textContrast": rounded(lowest_contrast(shades.text, theme.surfaces())),
        "isAdjusted": shades.fill != accent || shades.stroke != accent,
    })
}

/// Rounded down, so that no value looks better than it is.
fn rounded(contrast: f64) -> f64 {
    (contrast * 10.0).floor() / 10.0
}
