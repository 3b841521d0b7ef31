//! Where the server listens, who may reach it, and how much it reads.

use super::definition::{Key, open};

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    open("listen", Some("127.0.0.1:1337"), "an address and a port such as 127.0.0.1:1337", "Where the server listens."),
    open("mount_path", Some("/parse"), "a path that begins with a slash", "The path below which the protocol is served."),
    open("server_url", None, "an address that begins with http:// or https://", "The address of the mount as clients on this network see it. Not set: made of `listen` and `mount_path`."),
    open("public_server_url", None, "an address that begins with http:// or https://", "The address of the mount as the world sees it, such as https://beta.example.com/parse; used in links of mails, Location headers and file addresses. Its path is `mount_path`."),
    open("trust_proxy", None, "addresses or networks such as 10.0.0.0/8, separated by commas; `none` where there is no proxy", "Proxies whose X-Forwarded-For is believed. A request that another peer forwarded, or that one of these sent without naming a caller there, comes from no known address: it is limited like a stranger's, and no privileged key counts in it. Production needs it where `public_server_url` is https, because the server does no TLS itself."),
    Key { product_default: Some("own"), ..open("allow_origin", Some("*"), "origins separated by commas; `own` for that of `public_server_url`, * for all", "Which web pages may call. A request from a listed origin gets its own back; any other gets the first, or nothing in the product profile. In development: all.") },
    Key { product_default: Some("own"), ..open("admin_origin", Some("*"), "origins separated by commas; `own` for that of `public_server_url`, * for all", "Web pages that may send the master key as a header, such as a dashboard's.") },
    open("route_allow_list", None, "a JSON array of patterns such as [\"classes/Note.*\",\"login\"], each for a whole path below the mount", "Routes that are open without the master key. Not set: all."),
    open("allow_headers", None, "header names separated by commas", "Request headers that web pages may send beside the protocol's."),
    open("max_upload_size", Some("20mb"), "a size such as 512kb or 20mb", "The largest request body."),
    open("shutdown_grace", Some("10"), "seconds, 0 to 3600", "How long requests in flight may take to finish after SIGTERM."),
    open("shutdown_delay", Some("0"), "seconds, 0 to 3600", "How long after SIGTERM `<mount>/ready` answers 503 while everything is still served, so that a load balancer notices before anything is refused. Every answer then closes its connection."),
    open("worker_threads", None, "a whole number from 1 to 1024", "Threads that serve requests. Not set: one per core."),
];
