//! The binary as operators and their scripts call it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStderr, Command, Output, Stdio};
use std::time::{Duration, Instant};

use testkit::{Database, case};

const KEY: &str = "Zk3vQ9mT7xB1nC5rW8yL2pH6dF4sJ0aG";

/// The program with settings for a database. Of this process's environment it only has the search
/// path, on which PostgreSQL's programs are.
fn touchstone(database: &Database, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_touchstone"));
    command.env_clear().args(arguments);
    command.envs(std::env::var_os("PATH").map(|path| ("PATH", path)));
    command.env("TOUCHSTONE_DATABASE_URL", database.url());
    command.env("TOUCHSTONE_APPLICATION_ID", "app");
    command.env("TOUCHSTONE_MASTER_KEY", KEY);
    command.env("TOUCHSTONE_PUBLIC_SERVER_URL", "https://beta.example/parse");
    command.env("TOUCHSTONE_LISTEN", "127.0.0.1:0");
    command.env("TOUCHSTONE_FILES_DIRECTORY", folder(database));
    command
}

fn folder(database: &Database) -> std::path::PathBuf {
    std::env::temp_dir().join(database.name())
}

fn ended(command: &mut Command) -> (i32, String, String) {
    let Output { status, stdout, stderr } = command.output().expect("the program");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (status.code().expect("a code"), text(stdout), text(stderr))
}

#[test]
fn a_database_is_migrated_by_itself_and_scripts_learn_whether_it_is() {
    case(async {
        let database = Database::fresh().await;
        let migrate = |more: &[&str]| {
            let arguments: Vec<&str> = ["migrate"].iter().chain(more).copied().collect();
            ended(&mut touchstone(&database, &arguments))
        };
        let (code, listed, _) = migrate(&["--dry-run"]);
        assert_eq!(code, 3, "there is something to do");
        assert!(listed.starts_with("0001_json\n") && listed.contains("feedback_0001"));
        let mut careful = touchstone(&database, &["serve"]);
        let (code, _, told) = ended(careful.env("TOUCHSTONE_MIGRATE_ON_START", "false"));
        assert!(code == 1 && told.contains("run `touchstone migrate`"), "{told}");
        let (code, _, told) = migrate(&[]);
        assert!(code == 0 && told.contains("migration=\"0001_json\""), "{told}");
        assert_eq!(migrate(&["--dry-run"]).0, 0);
        let newer =
            "insert into _touchstone.migration (name, checksum) values ('feedback_9999', 'x')";
        database.client().await.batch_execute(newer).await.expect("a newer version");
        let (code, _, told) = migrate(&[]);
        assert!(code == 1 && told.contains("a newer version"), "{told}");
    });
}

#[test]
fn a_demo_server_leaves_a_configured_database_alone() {
    case(async {
        let database = Database::fresh().await;
        let serve = ["demo", "serve", "--pg-bin", "/nowhere"];
        let (code, _, told) = ended(&mut touchstone(&database, &serve));
        assert!(code == 1 && told.contains("database_url is set"), "{told}");
        let schemas = "select count(*) from pg_namespace where nspname = '_touchstone'";
        let row = database.client().await.query_one(schemas, &[]).await.expect("a count");
        assert_eq!(row.get::<_, i64>(0), 0, "nothing was written");
        let mut without = touchstone(&database, &serve);
        let (code, _, told) = ended(without.env_remove("TOUCHSTONE_DATABASE_URL"));
        assert!(code == 1 && told.contains("initdb was not found"), "{told}");
    });
}

/// Makes an administrator and gives the exit code.
fn created(database: &Database, name: &str, more: &[&str]) -> Option<i32> {
    let before = ["admin", "create", "--username", name];
    let arguments: Vec<&str> = before.iter().chain(more).copied().collect();
    let mut command = touchstone(database, &arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program");
    let mut stdin = child.stdin.take().expect("an input");
    stdin.write_all(b"a plain long phrase\n").expect("a password");
    drop(stdin);
    child.wait_with_output().expect("an end").status.code()
}

#[test]
fn the_operator_resets_passwords_removes_administrators_and_deletes_accounts() {
    case(async {
        let database = Database::fresh().await;
        for name in ["ada", "bea"] {
            assert_eq!(created(&database, name, &[]), Some(0));
        }
        let run = |arguments: &[&str]| ended(&mut touchstone(&database, arguments));
        let (code, password, told) = run(&["admin", "reset-password", "ada"]);
        assert!(code == 0 && password.trim().len() == 24, "{told}");
        assert!(!told.contains(password.trim()), "only standard output has it");
        let (code, _, told) = run(&["admin", "reset-password", "eve"]);
        assert!(code == 1 && told.contains("UNKNOWN_USER"), "{told}");
        let (code, _, told) = run(&["account", "delete", "bea", "--yes"]);
        assert!(code == 1 && told.contains("admin remove"), "{told}");
        assert_eq!(run(&["admin", "remove", "bea"]).0, 0);
        let (code, _, told) = run(&["admin", "remove", "ada"]);
        assert!(code == 1 && told.contains("LAST_ADMIN"), "{told}");
        let (code, _, told) = run(&["account", "delete", "bea"]);
        assert!(code == 1 && told.contains("--yes"), "{told}");
        assert_eq!(run(&["account", "delete", "bea", "--dry-run"]).0, 0);
        let (code, pseudonym, told) = run(&["account", "delete", "bea", "--erase-texts", "--yes"]);
        assert!(code == 0 && pseudonym.starts_with("deleted-"), "{told}");
        let (code, _, told) = run(&["account", "delete", "bea", "--yes"]);
        assert!(code == 1 && told.contains("UNKNOWN_USER"), "{told}");
    });
}

/// What a command prints as JSON.
fn json(database: &Database, arguments: &[&str]) -> serde_json::Value {
    let (code, page, told) = ended(&mut touchstone(database, arguments));
    assert_eq!(code, 0, "{arguments:?}: {told}");
    serde_json::from_str(&page).expect("JSON")
}

#[test]
fn the_operator_lists_and_suspends_users_and_creates_keys_and_invitations() {
    case(async {
        let database = Database::fresh().await;
        for name in ["ada", "bea"] {
            assert_eq!(
                created(&database, name, &["--email", &format!("{name}@x.example")]),
                Some(0)
            );
        }
        let run = |arguments: &[&str]| ended(&mut touchstone(&database, arguments));
        assert_eq!(run(&["admin", "remove", "bea"]).0, 0);
        let users = json(&database, &["user", "list", "--json"]);
        assert_eq!(users["users"][1]["username"], "bea");
        assert_eq!(users["users"][1]["status"], "active");
        let (_, page, _) = run(&["user", "list", "--search", "bea"]);
        assert!(page.starts_with("bea\tbea@x.example\ttester\tactive\t20"), "{page}");
        let administrators = json(&database, &["admin", "list", "--json"]);
        assert_eq!(administrators["administrators"][0]["email"], "ada@x.example");
        let (code, _, told) = run(&["user", "suspend", "bea", "--reason", "short"]);
        assert!(code == 1 && told.contains("10 to 500 characters"), "{told}");
        let reason = ["--reason", "spam in forty reports"];
        let (code, _, told) = run(&["user", "suspend", "bea@x.example", reason[0], reason[1]]);
        assert_eq!(code, 0, "{told}");
        let suspended = json(&database, &["user", "list", "--only", "suspended", "--json"]);
        assert_eq!(suspended["users"][0]["username"], "bea");
        let (code, _, told) = run(&["user", "suspend", "ada", reason[0], reason[1]]);
        assert!(code == 1 && told.contains("LAST_ADMIN"), "{told}");
        assert_eq!(run(&["user", "activate", "bea", reason[0], reason[1]]).0, 0);
        let (code, password, _) = run(&["user", "reset-password", "bea"]);
        assert!(code == 0 && password.trim().len() == 24);
        let key = ["key", "create", "ci", "--for", "ada", "--scope", "builds", "--expires", "90d"];
        let (code, secret, told) = run(&key);
        assert!(code == 0 && !told.contains(secret.trim()), "only standard output has it: {told}");
        let whole: Vec<&str> = key.iter().copied().chain(["--json"]).collect();
        let created = json(&database, &whole);
        assert!(created["secret"].is_string() && created["key"]["id"].is_string(), "{created}");
        assert_eq!(created["key"]["scopes"], serde_json::json!(["builds"]));
        let (code, _, told) = run(&["key", "create", "ci", "--for", "bea", "--scope", "read"]);
        assert!(code == 1 && told.contains("NOT_ADMIN"), "{told}");
        let invitation = json(&database, &["invite", "create", "May", "--uses", "5", "--json"]);
        assert_eq!(invitation["code"].as_str().map(str::len), Some(14), "{invitation}");
        assert_eq!(invitation["invitation"]["maxUses"], 5);
        assert_eq!(invitation["invitation"]["createdBy"], serde_json::Value::Null);
        let audit = r#"select "action" collate "C", count(*) from "AuditEntry" where "actorRole" = 'operator'
            group by 1 order by 1"#;
        let entries = database.client().await.query(audit, &[]).await.expect("the audit log");
        let entries: Vec<(String, i64)> =
            entries.iter().map(|row| (row.get(0), row.get(1))).collect();
        let expected = [
            ("apiKeyCreate", 2),
            ("invitationCreate", 1),
            ("passwordReset", 1),
            ("userSetAdmin", 1),
            ("userSetStatus", 2),
        ];
        assert_eq!(entries, expected.map(|(action, count)| (action.to_owned(), count)));
    });
}

#[test]
fn printed_data_is_also_printed_as_json() {
    case(async {
        let database = Database::fresh().await;
        let (code, page, _) =
            ended(&mut touchstone(&database, &["migrate", "--dry-run", "--json"]));
        let pending: serde_json::Value = serde_json::from_str(&page).expect("JSON");
        assert!(code == 3 && pending["pending"][0] == "0001_json", "{page}");
        assert_eq!(ended(&mut touchstone(&database, &["migrate"])).0, 0);
        let queues = json(&database, &["queue", "list", "--json"]);
        assert_eq!(queues["queues"][0]["failed"], 0);
        let (code, page, _) = ended(&mut touchstone(&database, &["config", "check", "--json"]));
        let checked: serde_json::Value = serde_json::from_str(&page).expect("JSON");
        assert!(code == 3 && checked["problems"][0].is_string(), "{page}");
        assert!(checked["warnings"][0].as_str().expect("a text").contains("public_url"), "{page}");
        let shown = json(&database, &["config", "show", "listen", "--json"]);
        let expected = serde_json::json!({ "settings": [{
            "name": "listen", "value": "127.0.0.1:0", "origin": "environment",
            "default": "127.0.0.1:1337", "expects": shown["settings"][0]["expects"],
            "meaning": shown["settings"][0]["meaning"],
        }] });
        assert_eq!(shown, expected);
        let changed = json(&database, &["config", "show", "--changed", "--json"]);
        let names: Vec<&str> = changed["settings"]
            .as_array()
            .expect("settings")
            .iter()
            .map(|setting| setting["name"].as_str().expect("a name"))
            .collect();
        assert_eq!(names.len(), 6, "{names:?}");
        assert!(changed.to_string().find(KEY).is_none(), "secrets are not shown");
        std::fs::create_dir_all(folder(&database)).expect("a folder");
        let to = folder(&database).join("backup");
        let made = json(&database, &["backup", to.to_str().expect("a path"), "--json"]);
        assert!(made["backup"].is_string() && made["missingFiles"] == 0, "{made}");
        std::fs::remove_dir_all(folder(&database)).expect("the backup");
    });
}

#[test]
fn files_are_copied_to_the_configured_place_once() {
    case(async {
        let database = Database::fresh().await;
        let (from, to) = (folder(&database).with_extension("old"), folder(&database));
        std::fs::create_dir_all(&from).expect("a folder");
        let files = [("d%2Fa%20b.png", "one"), ("notes.txt", "two, longer")];
        for (name, text) in files {
            std::fs::write(from.join(name), text).expect("a file");
        }
        let copy = |from: &std::path::Path, more: &[&str]| {
            let from = from.to_str().expect("a path");
            let arguments = [&["files", "copy", "--from", from], more].concat();
            ended(&mut touchstone(&database, &arguments))
        };
        let (code, _, told) = copy(&from, &["--dry-run"]);
        assert!(code == 0 && told.contains("files: 2 to copy (14 bytes), 0 present"), "{told}");
        assert!(!to.join("notes.txt").exists(), "a dry run copies nothing");
        let (code, _, told) = copy(&from, &[]);
        assert!(code == 0 && told.contains("files: 2 copied (14 bytes), 0 present"), "{told}");
        for (name, text) in files {
            assert_eq!(std::fs::read_to_string(to.join(name)).expect("a copy"), text);
        }
        let (code, _, told) = copy(&from, &[]);
        assert!(code == 0 && told.contains("files: 0 copied (0 bytes), 2 present"), "{told}");
        std::fs::write(from.join("notes.txt"), "another").expect("a file");
        let (code, _, told) = copy(&from, &[]);
        assert!(
            code == 1 && told.contains("notes.txt has 7 bytes in the folder and 11 at"),
            "{told}"
        );
        let (code, _, told) = copy(&to, &[]);
        assert!(code == 1 && told.contains("is the configured folder of files"), "{told}");
        let (code, _, told) = copy(&from.join("absent"), &[]);
        assert!(code == 1 && told.contains("cannot read the folder"), "{told}");
        std::fs::remove_dir_all(from).expect("the old folder");
        std::fs::remove_dir_all(to).expect("the new folder");
    });
}

#[test]
fn nothing_is_lost_without_a_confirmation() {
    case(async {
        let database = Database::fresh().await;
        let commands: [&[&str]; 4] = [
            &["restore", "/nowhere", "--replace"],
            &["files", "orphans", "--delete"],
            &["demo", "remove"],
            &["user", "delete", "ada"],
        ];
        for arguments in commands {
            let (code, _, told) = ended(&mut touchstone(&database, arguments));
            assert!(code == 1 && told.contains("confirm with --yes"), "{arguments:?}: {told}");
        }
    });
}

#[test]
fn a_new_settings_file_is_checked_and_never_overwritten() {
    case(async {
        let database = Database::fresh().await;
        let folder = folder(&database);
        std::fs::create_dir_all(&folder).expect("a folder");
        let file = folder.join("touchstone.toml");
        let name = file.to_str().expect("a path");
        let run = |arguments: &[&str]| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_touchstone"));
            ended(command.env_clear().args(arguments))
        };
        let (code, page, _) = run(&["config", "init", name, "--dry-run"]);
        assert!(code == 0 && page.contains("\nlisten = ") && !file.exists(), "{page}");
        assert_eq!(run(&["config", "init", name]).0, 0);
        assert_eq!(std::fs::read_to_string(&file).expect("settings"), page);
        let (code, page, told) = run(&["config", "--config", name]);
        assert!(code == 0 && page == "no problems found\n", "{page}{told}");
        let (code, _, told) = run(&["config", "init", name]);
        assert!(code == 1 && told.contains("exists already"), "{told}");
        std::fs::remove_dir_all(folder).expect("the settings");
    });
}

/// How many tables the schemas of the server have.
async fn tables(database: &Database) -> i64 {
    let count = "select count(*) from pg_tables where schemaname in ('public', '_touchstone')";
    database.client().await.query_one(count, &[]).await.expect("a count").get(0)
}

#[test]
fn a_dry_run_and_a_list_command_neither_migrate_nor_write() {
    case(async {
        let database = Database::fresh().await;
        let run = |arguments: &[&str]| ended(&mut touchstone(&database, arguments));
        let lists: [&[&str]; 4] =
            [&["admin", "list"], &["user", "list"], &["queue", "list"], &["files", "orphans"]];
        let dry_runs: [&[&str]; 2] =
            [&["admin", "create", "ada", "--dry-run"], &["user", "delete", "ada", "--dry-run"]];
        for arguments in lists.iter().chain(&dry_runs) {
            let (code, _, told) = run(arguments);
            assert!(code == 1 && told.contains("migrations pending"), "{arguments:?}: {told}");
            assert!(told.contains("run `touchstone migrate`"), "{arguments:?}: {told}");
        }
        assert_eq!(run(&["demo", "--dry-run"]).0, 0);
        assert_eq!(tables(&database).await, 0);
        assert_eq!(run(&["migrate"]).0, 0);
        let before = tables(&database).await;
        assert_eq!(created(&database, "ada", &["--dry-run"]), Some(0));
        let others: [&[&str]; 3] = [
            &["demo", "--dry-run"],
            &["backup", "--dry-run", "/nowhere"],
            &["migrate", "--dry-run"],
        ];
        for arguments in lists.iter().chain(&others) {
            let (code, _, told) = run(arguments);
            assert_eq!(code, 0, "{arguments:?}: {told}");
        }
        let rows = r#"select (select count(*) from "_User") + (select count(*) from "AuditEntry")
            + (select count(*) from _touchstone.demo)"#;
        let rows = database.client().await.query_one(rows, &[]).await.expect("a count");
        assert_eq!((rows.get::<_, i64>(0), tables(&database).await), (0, before));
        assert_eq!(run(&["admin", "list"]).1, "", "the rehearsal made no administrator");
    });
}

#[test]
fn administrators_are_made_rehearsed_and_listed_from_a_shell() {
    case(async {
        let database = Database::fresh().await;
        let (code, _, told) = ended(&mut touchstone(&database, &["admin", "list"]));
        assert!(code == 1 && told.contains("run `touchstone migrate`"), "{told}");
        let (code, _, told) = ended(&mut touchstone(&database, &["demo", "--dry-run"]));
        assert!(code == 0 && told.contains("would apply all migrations"), "{told}");
        assert_eq!(tables(&database).await, 0, "neither writes");
        let (code, link, told) = ended(&mut touchstone(&database, &["admin", "setup-link"]));
        assert!(!told.contains("clock"), "{told}");
        assert!(code == 0 && link.contains("https://beta.example/setup#token="), "{link}");
        let create = |more: &[&str]| created(&database, "ada", more);
        let listed = || ended(&mut touchstone(&database, &["admin", "list"])).1;
        assert_eq!(create(&["--dry-run"]), Some(0));
        assert_eq!(listed(), "");
        assert_eq!(create(&[]), Some(0));
        assert!(listed().starts_with("ada\t-\t20"), "{}", listed());
        assert_eq!(create(&[]), Some(1), "the name is taken");
        let (code, link, told) = ended(&mut touchstone(&database, &["admin", "setup-link"]));
        assert!(code == 1 && link.is_empty() && told.contains("admin create"), "{told}");
    });
}

#[test]
fn wrong_calls_wrong_settings_and_a_wrong_database_are_told_apart() {
    case(async {
        let database = Database::fresh().await;
        assert_eq!(ended(&mut touchstone(&database, &["sreve"])).0, 2);
        assert_eq!(ended(&mut touchstone(&database, &["config"])).0, 0);
        for check in [&["config", "check"], &["config", "--check"]] {
            let (code, page, _) = ended(&mut touchstone(&database, check));
            assert!(code == 3 && page.contains("refused in production: trust_proxy"), "{page}");
            assert!(page.ends_with("1 problem found\n"), "{page}");
        }
        let mut wrong = touchstone(&database, &["config"]);
        assert_eq!(ended(wrong.env("TOUCHSTONE_LISTEN", "here")).0, 3);
        let mut mysql = touchstone(&database, &["serve"]);
        let (code, _, told) = ended(mysql.env("TOUCHSTONE_DATABASE_URL", "mysql://u@h/x"));
        assert!(code == 1 && told.contains("begins with mysql://"), "{told}");
        assert!(!told.contains("just up"), "{told}");
        let mut nowhere = touchstone(&database, &["serve"]);
        let (code, _, told) = ended(nowhere.env("TOUCHSTONE_FILES_DIRECTORY", "/proc/nowhere"));
        assert!(code == 1 && told.contains("files_directory is /proc/nowhere"), "{told}");
        let mut bucket = touchstone(&database, &["serve"]);
        bucket.env("TOUCHSTONE_FILES_URL", "s3://nowhere/files");
        bucket.env("TOUCHSTONE_FILES_ACCESS_KEY_ID", "id");
        bucket.env("TOUCHSTONE_FILES_SECRET_ACCESS_KEY", "key").env("TOUCHSTONE_FILES_REGION", "x");
        let (code, _, told) = ended(bucket.env("TOUCHSTONE_FILES_ENDPOINT", "http://127.0.0.1:1"));
        assert!(code == 1 && told.contains("nothing can be stored"), "{told}");
        let (code, version, _) = ended(&mut touchstone(&database, &["--version"]));
        assert!(code == 0 && version.starts_with("touchstone 0.1.0 ("), "{version}");
        let (code, script, _) = ended(&mut touchstone(&database, &["completions", "bash"]));
        assert!(code == 0 && script.contains("setup-link"));
        let (code, page, _) = ended(&mut touchstone(&database, &["man"]));
        assert!(code == 0 && page.contains(".TH touchstone 1"), "{page}");
        let (code, _, told) = ended(&mut touchstone(&database, &["mail", "test", "a@b.example"]));
        assert!(code == 1 && told.contains("set smtp_url and mail_from"), "{told}");
    });
}

#[test]
fn a_database_that_is_not_there_is_waited_for_and_then_told() {
    case(async {
        let database = Database::fresh().await;
        let mut waits = touchstone(&database, &["serve"]);
        waits.env("TOUCHSTONE_DATABASE_URL", "postgres://u@127.0.0.1:1/x");
        let (code, _, told) = ended(waits.env("TOUCHSTONE_DATABASE_WAIT", "1"));
        assert_eq!(code, 1);
        assert!(told.contains("waiting for the database"), "{told}");
        assert!(told.contains("PostgreSQL is running there"), "{told}");
    });
}

#[test]
fn a_database_that_takes_connections_and_never_answers_is_told_in_time() {
    case(async {
        let database = Database::fresh().await;
        let silent = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("postgres://u@{}/x", silent.local_addr().expect("its address"));
        let began = Instant::now();
        let mut waits = touchstone(&database, &["serve"]);
        waits.env("TOUCHSTONE_DATABASE_URL", &url);
        let (code, _, told) = ended(waits.env("TOUCHSTONE_DATABASE_WAIT", "2"));
        assert_eq!(code, 1);
        assert!(told.contains("waiting for the database"), "{told}");
        assert!(told.contains("no answer within"), "{told}");
        let mut doctor = touchstone(&database, &["doctor"]);
        let (code, page, _) = ended(doctor.env("TOUCHSTONE_DATABASE_URL", &url));
        assert!(code == 3 && page.contains("database: no answer within 5 s"), "{page}");
        assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
    });
}

/// A server, and its log as it is written.
struct Running {
    child: Child,
    log: BufReader<ChildStderr>,
    said: String,
}

impl Running {
    fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args([name, &id]).status().expect("kill");
        assert!(sent.success());
    }

    /// Reads on until a line has this text.
    fn until(&mut self, text: &str) {
        loop {
            let mut line = String::new();
            let length = self.log.read_line(&mut line).expect("a log");
            assert!(length > 0, "the log ended without {text}:\n{}", self.said);
            self.said.push_str(&line);
            if line.contains(text) {
                return;
            }
        }
    }
}

#[test]
fn a_server_takes_no_connections_before_it_is_ready() {
    case(async {
        let database = Database::fresh().await;
        assert_eq!(ended(&mut touchstone(&database, &["migrate"])).0, 0);
        let mut held = database.client().await;
        let lock = held.transaction().await.expect("a transaction");
        lock.batch_execute("lock table _touchstone.migration").await.expect("a lock");
        let free = || {
            let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
            listener.local_addr().expect("its address")
        };
        let (address, watch) = (free(), free());
        let mut command = touchstone(&database, &["serve"]);
        command.env("TOUCHSTONE_LISTEN", address.to_string());
        command.env("TOUCHSTONE_METRICS_LISTEN", watch.to_string()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("a server");
        let log = BufReader::new(child.stderr.take().expect("a log"));
        let mut server = Running { child, log, said: String::new() };
        let beside = database.client().await;
        let waiting = "select count(*) from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'";
        crate::api::eventually(async || {
            beside.query_one(waiting, &[]).await.expect("a count").get::<_, i64>(0) > 0
        })
        .await;
        let refused = std::net::TcpStream::connect(address).expect_err("no connection");
        assert_eq!(refused.kind(), std::io::ErrorKind::ConnectionRefused);
        assert!(asked(watch, "/health").starts_with("HTTP/1.1 200"));
        assert!(asked(watch, "/ready").starts_with("HTTP/1.1 503"));
        lock.rollback().await.expect("an end");
        server.until("\"listening\"");
        assert!(asked(address, "/parse/ready").starts_with("HTTP/1.1 200"));
        server.until("serving metrics");
        assert!(asked(watch, "/health").starts_with("HTTP/1.1 200"));
        assert!(asked(watch, "/ready").starts_with("HTTP/1.1 200"));
        server.signal("-TERM");
        server.until("\"stopped\"");
        assert!(server.child.wait().expect("an end").success());
        std::fs::remove_dir_all(folder(&database)).expect("the folder that was made at the start");
    });
}

/// The answer to a GET.
fn asked(address: std::net::SocketAddr, path: &str) -> String {
    use std::io::Read;
    let mut stream = std::net::TcpStream::connect(address).expect("a connection");
    let head = format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).expect("a request sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

#[test]
fn a_server_survives_the_signals_that_do_not_end_it_and_says_when_it_ends() {
    case(async {
        let database = Database::fresh().await;
        let settings = folder(&database).with_extension("toml");
        std::fs::write(&settings, "log = 'info'\n").expect("settings");
        let mut command = touchstone(&database, &["serve"]);
        command.arg("--config").arg(&settings).stderr(Stdio::piped());
        let mut child = command.spawn().expect("a server");
        let log = BufReader::new(child.stderr.take().expect("a log"));
        let mut server = Running { child, log, said: String::new() };
        server.until("\"listening\"");
        server.until("touchstone admin setup-link");
        assert!(!server.said.contains("token="), "the link is no secret of the log");
        server.signal("-USR1");
        server.until("signal ignored");
        std::fs::write(&settings, "log = 'warn'\n").expect("settings");
        server.signal("-HUP");
        server.until("log filter reloaded");
        std::fs::write(&settings, "log = 'info'\n").expect("settings");
        server.signal("-HUP");
        server.until("\"filter\":\"info\"");
        server.signal("-TERM");
        server.until("\"stopped\"");
        assert!(server.child.wait().expect("an end").success());
        std::fs::remove_file(settings).expect("settings");
        std::fs::remove_dir_all(folder(&database)).expect("the folder that was made at the start");
    });
}
