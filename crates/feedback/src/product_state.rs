//! What all requests to this node share: the operator's default, caches, and the turns of
//! administrators.

use std::sync::Arc;

use chain_node::Transport;
use feedback_model::notification::ChannelName;
use parse_model::Json;
use tokio::sync::futures::Notified;
use tokio::sync::{Notify, watch};

use crate::administrator_turns::AdministratorTurns;
use crate::boards::RankCache;
use crate::delivery::DeliveryCounts;
use crate::issue::Lists;
use crate::network::Keeper;
use crate::outside::{Outside, OutsideOptions, ServiceAddresses};
use crate::secret_keys::SecretKeys;
use crate::setting::AccessMode;
use crate::short_ttl_cache::ShortTtlCache;
use crate::standings::RankPageCache;
use crate::unconfirmed::Unconfirmed;

/// The shared state. A clone shares it too.
#[derive(Debug, Clone)]
pub(crate) struct ProductState {
    /// The operator's word, where no administrator has spoken.
    access: AccessMode,
    rank_cache: Option<Arc<dyn RankCache>>,
    lists: Arc<Lists>,
    rank_pages: Arc<RankPageCache>,
    issue_days: Arc<ShortTtlCache<Arc<Vec<Json>>>>,
    keeper: Arc<Keeper>,
    outside: Arc<OutsideOptions>,
    turns: AdministratorTurns,
    /// Called when there is evidence to be looked up.
    evidence: Arc<Notify>,
    /// Called when points have moved.
    pulse: Arc<Notify>,
    /// Called when a webhook is to be told something.
    webhooks: Arc<Notify>,
    /// Counts up when there are events to be consumed.
    events: Arc<watch::Sender<u64>>,
    /// Counts up when many are to be told.
    fan_out: Arc<watch::Sender<u64>>,
    /// Called when a channel has something to send; one for each channel, in their order.
    channels: Arc<[Notify; ChannelName::ALL.len()]>,
    /// Called when something is to be done at a tracker.
    trackers: Arc<Notify>,
    /// Called when steps of missions are to be looked at.
    missions: Arc<Notify>,
    delivery_counts: Arc<DeliveryCounts>,
    /// What may be under way to services that know no message again.
    unconfirmed: Unconfirmed,
    /// Where the app is, without a slash at the end.
    app_url: Arc<str>,
}

impl ProductState {
    pub(crate) fn new(
        access: AccessMode,
        rank_cache: Option<Arc<dyn RankCache>>,
        chain: Arc<dyn Transport>,
        app_url: &str,
        outside: OutsideOptions,
    ) -> ProductState {
        ProductState {
            access,
            rank_cache,
            lists: Arc::default(),
            rank_pages: Arc::default(),
            issue_days: Arc::new(ShortTtlCache::with_capacity(4)),
            keeper: Arc::new(Keeper::new(chain, outside.secrets.clone())),
            outside: Arc::new(outside),
            turns: AdministratorTurns::default(),
            evidence: Arc::default(),
            pulse: Arc::default(),
            webhooks: Arc::default(),
            events: Arc::default(),
            fan_out: Arc::default(),
            channels: Arc::default(),
            trackers: Arc::default(),
            missions: Arc::default(),
            delivery_counts: Arc::default(),
            unconfirmed: Unconfirmed::default(),
            app_url: app_url.into(),
        }
    }

    /// Who may make an account while no administrator has decided.
    pub(crate) fn access(&self) -> AccessMode {
        self.access
    }

    /// The turns that commands of administrators take.
    pub(crate) fn turns(&self) -> &AdministratorTurns {
        &self.turns
    }

    /// Where the order of seasons is kept beside the database, if it is.
    pub(crate) fn rank_cache(&self) -> Option<&dyn RankCache> {
        self.rank_cache.as_deref()
    }

    /// How attempts to send ended on this node.
    pub(crate) fn delivery_counts(&self) -> &DeliveryCounts {
        &self.delivery_counts
    }

    /// What lists of issues found a moment ago.
    pub(crate) fn lists(&self) -> &Lists {
        &self.lists
    }

    /// What pages of ranks showed a moment ago.
    pub(crate) fn rank_pages(&self) -> &RankPageCache {
        &self.rank_pages
    }

    /// How reports came and went by day, as it was a moment ago.
    pub(crate) fn issue_days(&self) -> &ShortTtlCache<Arc<Vec<Json>>> {
        &self.issue_days
    }

    /// What is kept of networks and their nodes.
    pub(crate) fn keeper(&self) -> &Keeper {
        &self.keeper
    }

    /// What carries calls to services outside: for workers, never for commands.
    pub(crate) fn outside(&self) -> &dyn Outside {
        &*self.outside.transport
    }

    /// With what secrets are sealed.
    pub(crate) fn secrets(&self) -> &SecretKeys {
        &self.outside.secrets
    }

    /// Where the services are.
    pub(crate) fn service_addresses(&self) -> &ServiceAddresses {
        &self.outside.addresses
    }

    /// Says that steps of missions are to be looked at: to be called after the commit.
    pub(crate) fn wake_missions(&self) {
        self.missions.notify_one();
    }

    /// Waits until somebody says so; a call that nobody waited for counts.
    pub(crate) fn missions_woken(&self) -> Notified<'_> {
        self.missions.notified()
    }

    /// Says that there is evidence to be looked up: to be called after the commit.
    pub(crate) fn wake_evidence(&self) {
        self.evidence.notify_one();
    }

    /// Waits until somebody says so; a call that nobody waited for counts.
    pub(crate) fn evidence_woken(&self) -> Notified<'_> {
        self.evidence.notified()
    }

    /// Says that points have moved: to be called after the commit.
    pub(crate) fn wake_pulse(&self) {
        self.pulse.notify_one();
    }

    /// Waits until somebody says so; a call that nobody waited for counts.
    pub(crate) fn pulse_woken(&self) -> Notified<'_> {
        self.pulse.notified()
    }

    /// Says that there are events to be consumed: to be called after the commit.
    pub(crate) fn wake_events(&self) {
        self.events.send_modify(|count| *count = count.wrapping_add(1));
    }

    /// Changes whenever somebody says so.
    pub(crate) fn event_wakes(&self) -> watch::Receiver<u64> {
        self.events.subscribe()
    }

    /// Says that many are to be told: to be called after the commit.
    pub(crate) fn wake_fan_out(&self) {
        self.fan_out.send_modify(|count| *count = count.wrapping_add(1));
    }

    /// Changes whenever somebody says so.
    pub(crate) fn fan_out_wakes(&self) -> watch::Receiver<u64> {
        self.fan_out.subscribe()
    }

    /// Says that something is to be sent, by whichever channel, or done at a tracker: to be called
    /// after the commit.
    pub(crate) fn wake_deliveries(&self) {
        self.channels.iter().for_each(Notify::notify_one);
        self.wake_trackers();
    }

    /// Says that a channel has something to send.
    pub(crate) fn wake_channel(&self, channel: ChannelName) {
        self.channel(channel).notify_one();
    }

    /// Waits until somebody says so; a call that nobody waited for counts.
    pub(crate) fn channel_woken(&self, channel: ChannelName) -> Notified<'_> {
        self.channel(channel).notified()
    }

    fn channel(&self, channel: ChannelName) -> &Notify {
        &self.channels[channel as usize]
    }

    /// Says that something is to be done at a tracker.
    pub(crate) fn wake_trackers(&self) {
        self.trackers.notify_one();
    }

    /// Waits until somebody says so; a call that nobody waited for counts.
    pub(crate) fn trackers_woken(&self) -> Notified<'_> {
        self.trackers.notified()
    }

    /// What may be under way to services that know no message again.
    pub(crate) fn unconfirmed(&self) -> &Unconfirmed {
        &self.unconfirmed
    }

    /// Where the app is, without a slash at the end.
    pub(crate) fn app_url(&self) -> &str {
        &self.app_url
    }

    /// Says that a webhook is to be told something: to be called after the commit.
    pub(crate) fn wake_webhooks(&self) {
        self.webhooks.notify_one();
    }

    /// Waits until somebody says so; a call that nobody waited for counts.
    pub(crate) fn webhooks_woken(&self) -> Notified<'_> {
        self.webhooks.notified()
    }

    /// Invalidates what was found a moment ago, because a command has changed it.
    pub(crate) fn invalidate_lists(&self) {
        self.lists.invalidate();
        self.rank_pages.invalidate();
        self.issue_days.invalidate();
    }
}
