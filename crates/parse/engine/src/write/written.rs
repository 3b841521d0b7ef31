//! A write whose row stands, and what follows from it.

use parse_model::Object;

use super::Admitted;
use super::answer;
use crate::cx::Cx;
use crate::draft::{Change, Saved};
use crate::error::Error;
use crate::extension::TriggerKind;

/// A write whose row stands.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) admitted: Admitted,
    /// The object as it is now: of one that was changed, what the client cannot know, or all of it
    /// where triggers look at it.
    pub(super) object: Object,
}

impl Written {
    /// Runs the extension's triggers, and gives the answer to the caller.
    pub(super) async fn follow(self, cx: &Cx) -> Result<Saved, Error> {
        let mut body = answer::body(&self);
        let class = &self.admitted.class;
        if let Some(triggers) = cx.engine().local_triggers(&class.name, TriggerKind::AfterSave) {
            let mut change = self.change();
            triggers.after_save(&cx.deeper()?, &mut change).await?;
            answer::after_triggers(&mut body, &self.object, change);
        }
        if !cx.settings().protected_fields_save_response_exempt {
            let protection = cx.protected_fields(class);
            body.retain(|name, _| !protection.hides(name));
        }
        let distant = cx.engine().webhook_triggers(&class.name, TriggerKind::AfterSave);
        let change = distant.map(|_| Box::new(self.change()));
        let Admitted { draft, extra, .. } = self.admitted;
        body.extend(extra);
        let (is_new, has_location) = (draft.is_new, draft.is_new);
        Ok(Saved { is_new, has_location, id: draft.id, body, change, refusal: None })
    }

    fn change(&self) -> Change {
        let before = self.admitted.draft.original.clone();
        Change { before, after: self.object.clone(), reply: None }
    }
}
