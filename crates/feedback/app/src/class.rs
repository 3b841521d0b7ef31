//! The product's classes as data: fields, and who may read them.
//!
//! Nobody but the server writes to them, so each is closed to creating, changing and removing.

mod cluster;
mod control;
mod definition;
mod evidence;
mod issue;
mod live;
mod mission;
mod network;
mod notification;
pub(crate) mod people;
mod points;
mod protocol;
mod reward;

use parse_model::Class;

pub(crate) use live::live;

/// Every class of the product, and the permissions of those that the protocol defines.
pub(crate) fn all(has_push: bool) -> Vec<Class> {
    let mut classes = people::classes();
    classes.extend(control::classes());
    classes.extend(issue::classes());
    classes.extend(cluster::classes());
    classes.extend(network::classes());
    classes.extend(evidence::classes());
    classes.extend(points::classes());
    classes.extend(mission::classes());
    classes.extend(reward::classes());
    classes.extend(notification::classes());
    classes.extend(protocol::classes(has_push));
    classes
}
