//! Two sets of rules for one class, asked one after the other.

use std::sync::Arc;

use async_trait::async_trait;
use parse_model::Object;
use parse_model::query::Query;

use crate::cx::Cx;
use crate::draft::{Change, Draft};
use crate::error::Error;
use crate::extension::{Moment, Rules};

/// Two sets of rules: the second sees what the first made of it, unless the first refused.
pub(crate) struct Chained {
    links: [Arc<dyn Rules>; 2],
    moments: Vec<Moment>,
}

impl Chained {
    pub(crate) fn new(first: Arc<dyn Rules>, second: Arc<dyn Rules>) -> Chained {
        let cares =
            |moment: &Moment| first.moments().contains(moment) || second.moments().contains(moment);
        let moments = Moment::ALL.iter().map(|(moment, _)| *moment).filter(cares).collect();
        Chained { links: [first, second], moments }
    }

    fn who_care(&self, moment: Moment) -> impl Iterator<Item = &dyn Rules> {
        let links = self.links.iter().map(|rules| &**rules);
        links.filter(move |rules| rules.moments().contains(&moment))
    }
}

#[async_trait]
impl Rules for Chained {
    fn moments(&self) -> &[Moment] {
        &self.moments
    }

    async fn before_save(&self, cx: &Cx, draft: &mut Draft) -> Result<(), Error> {
        for rules in self.who_care(Moment::BeforeSave) {
            rules.before_save(cx, draft).await?;
        }
        Ok(())
    }

    async fn after_save(&self, cx: &Cx, change: &mut Change) -> Result<(), Error> {
        for rules in self.who_care(Moment::AfterSave) {
            rules.after_save(cx, change).await?;
        }
        Ok(())
    }

    async fn before_delete(&self, cx: &Cx, stored: &Object) -> Result<(), Error> {
        for rules in self.who_care(Moment::BeforeDelete) {
            rules.before_delete(cx, stored).await?;
        }
        Ok(())
    }

    async fn after_delete(&self, cx: &Cx, stored: &Object) -> Result<(), Error> {
        for rules in self.who_care(Moment::AfterDelete) {
            rules.after_delete(cx, stored).await?;
        }
        Ok(())
    }

    async fn before_find(&self, cx: &Cx, query: &mut Query) -> Result<(), Error> {
        for rules in self.who_care(Moment::BeforeFind) {
            rules.before_find(cx, query).await?;
        }
        Ok(())
    }

    async fn after_find(
        &self,
        cx: &Cx,
        query: &Query,
        objects: &mut Vec<Object>,
    ) -> Result<(), Error> {
        for rules in self.who_care(Moment::AfterFind) {
            rules.after_find(cx, query, objects).await?;
        }
        Ok(())
    }

    async fn before_login(&self, cx: &Cx, user: &Object) -> Result<(), Error> {
        for rules in self.who_care(Moment::BeforeLogin) {
            rules.before_login(cx, user).await?;
        }
        Ok(())
    }

    async fn after_login(&self, cx: &Cx, user: &Object) -> Result<(), Error> {
        for rules in self.who_care(Moment::AfterLogin) {
            rules.after_login(cx, user).await?;
        }
        Ok(())
    }

    async fn before_password_reset_request(&self, cx: &Cx, user: &Object) -> Result<(), Error> {
        for rules in self.who_care(Moment::BeforePasswordResetRequest) {
            rules.before_password_reset_request(cx, user).await?;
        }
        Ok(())
    }

    async fn after_logout(&self, cx: &Cx, session: &Object) -> Result<(), Error> {
        for rules in self.who_care(Moment::AfterLogout) {
            rules.after_logout(cx, session).await?;
        }
        Ok(())
    }
}
