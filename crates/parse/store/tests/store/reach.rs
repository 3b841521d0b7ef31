//! The first word with a database.

use std::time::Duration;

use parse_store::reach::{advice, reach, room};
use parse_store::{Store, StoreOptions, Unreachable};
use testkit::{Database, SERVER, case};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpStream, UnixListener};

fn at(database: &Database, url: &str) -> StoreOptions {
    StoreOptions { url: url.to_owned(), ..crate::options(database, 1) }
}

async fn refused(database: &Database, url: &str) -> Unreachable {
    reach(&at(database, url)).await.expect_err("no connection")
}

/// Host and port of our PostgreSQL.
fn server() -> &'static str {
    SERVER.rsplit('@').next().expect("a host")
}

#[test]
fn a_wrong_address_is_told_with_what_fits_it() {
    case(async {
        let database = Database::fresh().await;
        let server = server();
        for (url, problem, help, may_come) in [
            ("mysql://u@h/x", "begins with mysql://", "postgres://user:password@host", false),
            ("postgres://u@h:port/x", "cannot be read", "postgres://user:password@host", false),
            ("postgres://u:p@w@127.0.0.1/x", "", "an @ in it, which is written %40", true),
            (
                &format!("postgres://touchstone@{server}/nowhere"),
                "nowhere",
                "Create the database",
                true,
            ),
            ("postgres://u@127.0.0.1:1/x", "refused", "PostgreSQL is running there", true),
            ("postgres:///x?host=/nowhere", "No such file", "its socket in that folder", true),
        ] {
            let why = refused(&database, url).await;
            assert!(why.problem.contains(problem), "{url}: {why}");
            assert!(why.advice.contains(help), "{url}: {why}");
            assert_eq!(why.may_come, may_come, "{url}: {why}");
        }
        reach(&crate::options(&database, 1)).await.expect("a connection");
    });
}

#[test]
fn a_database_is_reached_by_its_socket() {
    case(async {
        let database = Database::fresh().await;
        let folder = std::env::temp_dir().join(format!("touchstone-socket-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let socket = folder.join(".s.PGSQL.5432");
        drop(std::fs::remove_file(&socket));
        // Our own PostgreSQL has none, so this one leads to it.
        let listener = UnixListener::bind(&socket).expect("a socket");
        #[expect(clippy::disallowed_methods, reason = "ends with the case")]
        tokio::spawn(async move {
            while let Ok((mut near, _)) = listener.accept().await {
                #[expect(clippy::disallowed_methods, reason = "ends with its connection")]
                tokio::spawn(async move {
                    let mut far = TcpStream::connect(server()).await.expect("PostgreSQL");
                    drop(copy_bidirectional(&mut near, &mut far).await);
                });
            }
        });
        let name = database.name();
        for url in [
            format!("postgres:///{name}?host={}&user=touchstone", folder.display()),
            format!("postgres:///{name}?host={}&user=touchstone&sslmode=disable", folder.display()),
        ] {
            let options = at(&database, &url);
            reach(&options).await.unwrap_or_else(|why| panic!("{url}: {why}"));
            Store::open(&options).await.expect("a store by a socket");
        }
        std::fs::remove_dir_all(folder).expect("the folder gone");
    });
}

#[test]
fn a_role_without_rights_is_told_which_it_needs() {
    case(async {
        let database = Database::fresh().await;
        let client = database.client().await;
        let (name, role) = (database.name(), format!("{}_poor", database.name()));
        client
            .batch_execute(&format!(
                "create role {role} login connection limit 7; revoke all on database {name} from public; \
                 grant connect on database {name} to {role}"
            ))
            .await
            .expect("a role");
        let url = format!("postgres://{role}@{}/{name}", server());
        let options = at(&database, &url);
        let room = room(&options).await.expect("a limit");
        assert_eq!((room.connections, room.limit), (7, "connection limit of the role"));
        let error = Store::open(&options).await.expect_err("a role without rights");
        let told = advice(&error, &url).expect("advice");
        assert!(told.contains(&format!("create on database {name} to {role}")), "{told}");
        tokio::time::timeout(Duration::from_secs(20), async {
            let drop_role = format!("drop owned by {role}; drop role {role}");
            while client.batch_execute(&drop_role).await.is_err() {
                tokio::task::yield_now().await;
            }
        })
        .await
        .expect("the role gone");
    });
}
