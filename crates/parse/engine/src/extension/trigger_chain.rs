//! Two sets of triggers on one class, called one after the other.

use std::sync::Arc;

use async_trait::async_trait;
use parse_model::Object;
use parse_model::query::Query;

use crate::cx::Cx;
use crate::draft::{Change, Draft};
use crate::error::Error;
use crate::extension::{TriggerKind, Triggers};

/// Two sets of triggers. The second one sees the changes of the first, unless that refused.
pub(crate) struct TriggerChain {
    links: [Arc<dyn Triggers>; 2],
    kinds: Vec<TriggerKind>,
}

impl TriggerChain {
    pub(crate) fn new(first: Arc<dyn Triggers>, second: Arc<dyn Triggers>) -> TriggerChain {
        let cares = |trigger: &TriggerKind| {
            first.kinds().contains(trigger) || second.kinds().contains(trigger)
        };
        let kinds = TriggerKind::ALL.iter().map(|(trigger, _)| *trigger).filter(cares).collect();
        TriggerChain { links: [first, second], kinds }
    }

    fn who_care(&self, trigger: TriggerKind) -> impl Iterator<Item = &dyn Triggers> {
        let links = self.links.iter().map(|triggers| &**triggers);
        links.filter(move |triggers| triggers.kinds().contains(&trigger))
    }
}

#[async_trait]
impl Triggers for TriggerChain {
    fn kinds(&self) -> &[TriggerKind] {
        &self.kinds
    }

    async fn before_save(&self, cx: &Cx, draft: &mut Draft) -> Result<(), Error> {
        for triggers in self.who_care(TriggerKind::BeforeSave) {
            triggers.before_save(cx, draft).await?;
        }
        Ok(())
    }

    async fn after_save(&self, cx: &Cx, change: &mut Change) -> Result<(), Error> {
        for triggers in self.who_care(TriggerKind::AfterSave) {
            triggers.after_save(cx, change).await?;
        }
        Ok(())
    }

    async fn before_delete(&self, cx: &Cx, stored: &Object) -> Result<(), Error> {
        for triggers in self.who_care(TriggerKind::BeforeDelete) {
            triggers.before_delete(cx, stored).await?;
        }
        Ok(())
    }

    async fn after_delete(&self, cx: &Cx, stored: &Object) -> Result<(), Error> {
        for triggers in self.who_care(TriggerKind::AfterDelete) {
            triggers.after_delete(cx, stored).await?;
        }
        Ok(())
    }

    async fn before_find(&self, cx: &Cx, query: &mut Query) -> Result<(), Error> {
        for triggers in self.who_care(TriggerKind::BeforeFind) {
            triggers.before_find(cx, query).await?;
        }
        Ok(())
    }

    async fn after_find(
        &self,
        cx: &Cx,
        query: &Query,
        objects: &mut Vec<Object>,
    ) -> Result<(), Error> {
        for triggers in self.who_care(TriggerKind::AfterFind) {
            triggers.after_find(cx, query, objects).await?;
        }
        Ok(())
    }

    async fn before_login(&self, cx: &Cx, user: &Object) -> Result<(), Error> {
        for triggers in self.who_care(TriggerKind::BeforeLogin) {
            triggers.before_login(cx, user).await?;
        }
        Ok(())
    }

    async fn after_login(&self, cx: &Cx, user: &Object) -> Result<(), Error> {
        for triggers in self.who_care(TriggerKind::AfterLogin) {
            triggers.after_login(cx, user).await?;
        }
        Ok(())
    }

    async fn before_password_reset_request(&self, cx: &Cx, user: &Object) -> Result<(), Error> {
        for triggers in self.who_care(TriggerKind::BeforePasswordResetRequest) {
            triggers.before_password_reset_request(cx, user).await?;
        }
        Ok(())
    }

    async fn after_logout(&self, cx: &Cx, session: &Object) -> Result<(), Error> {
        for triggers in self.who_care(TriggerKind::AfterLogout) {
            triggers.after_logout(cx, session).await?;
        }
        Ok(())
    }
}
