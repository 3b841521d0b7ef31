//! The page that Prometheus reads: what was counted while requests were served, what the parts know
//! when it asks, and what the database told last.

mod asking;
mod listen;
mod page;
mod plain_text;
mod process;
mod state;

pub use asking::ask_database;
pub use listen::listen;
pub use page::page;
