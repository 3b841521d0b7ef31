//! All classes of the product. Each part defines its own in a module `classes`. Accounts and the
//! classes of the protocol are defined here.

mod live;
pub(crate) mod people;
mod protocol;

use feedback_core::control_classes;
use feedback_issues::{cluster, evidence, issue};
use feedback_networks::network;
use feedback_notify::notification;
use feedback_points::points;
use feedback_rewards::{mission, reward};
use parse_model::Class;

pub(crate) use live::live;

/// Every class of the product, and the permissions of the protocol's classes.
pub(crate) fn all(has_push: bool) -> Vec<Class> {
    [
        people::classes(),
        control_classes::classes(),
        network::classes::classes(),
        issue::classes::classes(),
        cluster::classes::classes(),
        evidence::classes::classes(),
        points::classes::classes(),
        mission::classes::classes(),
        reward::classes::classes(),
        notification::classes::classes(),
        protocol::classes(has_push),
    ]
    .concat()
}
