//! Where the server listens, who may reach it, and how much it reads.

use super::definition::{BYTES, HOUR, Key, open};

const URL: &str = "an address that begins with http:// or https://";
const ORIGINS: &str =
    "origins separated by commas; `own` for the origin of `public_url`, * for all";

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    open("listen", Some("127.0.0.1:1337"), "an IP address and a port, such as 127.0.0.1:1337", "IP address and port that the server listens on."),
    open("mount_path", Some("/parse"), "a path that begins with a slash", "Base path of the API."),
    open("server_url", None, URL, "Address of the API as clients on this network reach it, base path included. Default: made of `listen` and `mount_path`."),
    open("public_url", None, URL, "Address of the app as users reach it, such as https://beta.example.com. Links in e-mails, Location headers and file addresses begin with it. The base path of `mount_path` is added for the API."),
    open("public_server_url", None, URL, "Old form of `public_url`, base path included, such as https://beta.example.com/parse. The server warns of it."),
    open("trust_proxy", None, "addresses or networks such as 10.0.0.0/8, separated by commas; `none` if there is no proxy", "Proxies whose X-Forwarded-For is trusted. If another peer sends that header, or one of these sends none, the caller has no known address: strict limits apply and privileged keys are refused. Production requires it if `public_url` is https, because the server does not do TLS itself."),
    Key { product_default: Some("own"), ..open("allow_origin", Some("*"), ORIGINS, "Origins of web pages that may call the API. A request from a listed origin gets it back in the CORS header. Any other gets the first one, or none in the product profile. Default in development: all.") },
    Key { product_default: Some("own"), ..open("admin_origin", Some("*"), ORIGINS, "Origins of web pages that may send the master key, such as a dashboard.") },
    open("route_allow_list", None, "a JSON array of patterns such as [\"classes/Note.*\",\"login\"], each for a whole path below the base path", "Routes that clients may use without the master key. Default: all."),
    open("allow_headers", None, "header names separated by commas", "Request headers that web pages may send in addition to those of the protocol."),
    open("max_upload_size", Some("20mb"), BYTES, "Largest request body."),
    open("shutdown_grace", Some("10"), HOUR, "Time for running requests to finish after SIGTERM."),
    open("shutdown_delay", Some("0"), HOUR, "Time after SIGTERM in which `<mount_path>/ready` returns 503 and all requests are still served, so that a load balancer can react. Each response then closes its connection."),
    open("worker_threads", None, "a whole number from 1 to 1024", "Number of threads that serve requests. Default: one per core."),
];
