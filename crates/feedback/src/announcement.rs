//! Announcements and releases: what the programme tells everybody, or everybody affected.

use parse_engine::Extension;

use crate::product_state::ProductState;

pub(crate) fn register(extension: Extension, _state: &ProductState) -> Extension {
    extension
}
