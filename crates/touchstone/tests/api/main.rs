//! The server from outside, over its own database: what a client sees of the HTTP layer.
//!
//! Cases drive the server in-process; only those about connections open a socket.

mod api;
mod listener;
mod post;
mod programs;

mod account_pages;
mod batch;
mod boards;
mod brand;
mod chain_data;
mod changes;
mod command;
mod config;
mod ending;
mod fcm;
mod files;
mod fresh_sign_in;
mod headers;
mod hooks;
mod inner_classes;
mod invalidations;
mod jobs;
mod keys;
mod limits;
mod live;
mod log;
mod mail;
mod metrics;
mod passwords;
mod payout;
mod push;
mod rate;
mod readiness;
mod repeats;
mod sessions;
mod side_doors;
mod sign_in;
mod slow_bodies;
mod sweeping;
mod transport;
mod unit_of_work;
mod unsubscribe;
mod wallet_list;
mod wallets;
mod web;
mod widget;
mod workers;
