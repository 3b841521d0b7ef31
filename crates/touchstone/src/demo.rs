//! A demo server: sample data that visitors enter with one press, and that starts over at intervals.
//!
//! It never uses a database that was there before. Settings of a database are refused, other
//! settings have values of the demo, and a [`DemoPage`], which tells visitors passwords, is only made
//! for a database in a cluster that this process has created.

mod cluster;

use std::path::{Path, PathBuf};
use std::time::Duration;

use feedback_demo::{DemoOptions, busiest_tester, make};
use parse_engine::{Clock, Extension, SystemClock};
use parse_http::listen;
use parse_model::Date;
use telemetry::LogSettings;
use telemetry::error_chain::chain;

use crate::config::{Config, Origin, PREFIX, Sources, resolve};
use crate::demo_page::DemoPage;
use crate::serve::run_until;
use crate::start::{started, wait_for_database};
use cluster::DemoCluster;

/// How long a new cluster may take to start.
const PATIENCE: Duration = Duration::from_secs(60);
/// The database of the demo.
const DATABASE: &str = "demo";
/// The testers of the demo.
const TESTERS: usize = 500;

/// The settings of the process that a demo follows. None of them leads to data.
const FOLLOWED: &[&str] =
    &["listen", "log", "log_format", "metrics_listen", "public_url", "trust_proxy", "web_root"];

/// How a demo is served.
#[derive(Debug, Clone)]
pub(crate) struct DemoServer {
    /// The settings of the process.
    pub(crate) outside: Sources,
    /// The folder of PostgreSQL's programs, unless they are on PATH.
    pub(crate) programs: Option<PathBuf>,
    /// The time until everything is deleted and a new demo begins.
    pub(crate) lasts: Duration,
}

impl DemoServer {
    /// Refuses settings that a demo must not have, and gives those of the log.
    pub(crate) fn log(&self) -> Result<LogSettings, String> {
        refuse_configured_database(&self.outside)?;
        Ok(config(&self.outside, "postgres:///nowhere".to_owned(), Path::new("/nowhere"))?.log)
    }

    /// Creates a cluster with a demo, serves it while its time lasts, and removes it. `false` if the
    /// process was asked to end.
    pub(crate) async fn serve_once(
        &self,
        extension_of: impl Fn(&Config) -> Extension,
    ) -> Result<bool, String> {
        tokio::select! {
            served = Box::pin(self.create_and_serve(extension_of)) => served.map(|()| true),
            // Requests in progress are not waited for: what they write is deleted anyway.
            () = listen::asked_to_stop() => Ok(false),
        }
    }

    async fn create_and_serve(
        &self,
        extension_of: impl Fn(&Config) -> Extension,
    ) -> Result<(), String> {
        refuse_configured_database(&self.outside)?;
        let cluster = DemoCluster::create(self.programs.clone()).await?;
        let mut config = config(&self.outside, cluster.url(DATABASE), &cluster.files())?;
        let mut first = config.store.clone();
        first.url = cluster.url_of_superuser();
        wait_for_database(&first, PATIENCE).await?;
        cluster.create_database(DATABASE).await?;
        let filled = fill(config.clone(), extension_of(&config));
        let (password, administrator) = Box::pin(filled).await?;
        let lasts = i64::try_from(self.lasts.as_millis()).unwrap_or(i64::MAX);
        let resets_at = Date::from_millis(SystemClock.now().millis().saturating_add(lasts));
        let tester = busiest_tester();
        config.demo = Some(DemoPage { password, administrator, tester, resets_at });
        let extension = extension_of(&config);
        Box::pin(run_until(config, extension, tokio::time::sleep(self.lasts))).await
    }
}

/// Refuses to start beside a configured database, so that no operator takes the demo for a view of
/// their own data.
fn refuse_configured_database(outside: &Sources) -> Result<(), String> {
    match &resolve(outside)?.setting("database_url").text {
        None => Ok(()),
        Some(_) => Err("database_url is set, and a demo server uses only the database that it \
             creates itself: unset it (also DATABASE_URL), or fill that database with \
             `touchstone demo create`"
            .to_owned()),
    }
}

fn random_key() -> String {
    format!("{:032x}", rand::random::<u128>())
}

/// The settings of a demo: its own, and those of the process that it follows.
fn sources(
    outside: &Sources,
    own: impl IntoIterator<Item = (&'static str, String)>,
) -> Result<Sources, String> {
    let outside = resolve(outside)?;
    let listen = outside.setting("listen").text.clone().unwrap_or_default();
    // Visitors of a container reach its port on this machine.
    let public_url = format!("http://{}", listen.replace("0.0.0.0", "127.0.0.1"));
    let followed = FOLLOWED.iter().filter_map(|name| {
        let setting = outside.setting(name);
        let text = setting.text.clone().filter(|_| setting.origin != Origin::Default)?;
        Some((*name, text))
    });
    let all = std::iter::once(("public_url", public_url)).chain(followed).chain(own);
    let variable = |name: &str| format!("{PREFIX}{}", name.to_ascii_uppercase());
    let environment = all.map(|(name, text)| (variable(name), text)).collect();
    Ok(Sources { environment, file: None, is_dev: false })
}

/// The settings of a server on a database of a cluster.
fn config(outside: &Sources, url: String, files: &Path) -> Result<Config, String> {
    let own = [
        ("database_url", url),
        ("files_directory", files.display().to_string()),
        ("application_id", "touchstone".to_owned()),
        ("master_key", random_key()),
        // Visitors do not type the password that the page knows.
        ("reauth_max_age", "unlimited".to_owned()),
    ];
    Config::from_sources(&sources(outside, own)?).map_err(|error| error.to_string())
}

/// Fills the database. Gives the password of the demo, and the name of an administrator.
async fn fill(config: Config, extension: Extension) -> Result<(String, String), String> {
    let app = started(config, extension).await?;
    let password = random_key();
    let options =
        DemoOptions { testers: TESTERS, seed: 1, password: Some(password.clone()), nodes: vec![] };
    let made = make(&app.engine, &options, &mut |_, _, _| {}).await;
    let made = made.map_err(|error| chain(&error))?;
    tracing::info!(testers = made.testers, issues = made.issues, "demo created");
    Ok((password, made.administrators.first().cloned().unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_setting_of_the_process_leads_a_demo_to_data() {
        let outside = [
            ("PORT", "8080"),
            ("REDIS_URL", "redis://kept"),
            ("TOUCHSTONE_FILES_URL", "s3://kept"),
            ("TOUCHSTONE_FILES_DIRECTORY", "/kept"),
            ("TOUCHSTONE_SMTP_URL", "smtp://kept"),
            ("TOUCHSTONE_REPLICA_URL", "postgres://kept"),
            ("TOUCHSTONE_MASTER_KEY", "kept"),
        ];
        let outside = outside.map(|(name, text)| (name.to_owned(), text.to_owned()));
        let outside = Sources { environment: outside.into(), ..Sources::default() };
        refuse_configured_database(&outside).unwrap();
        let own = [("database_url", "postgres:///demo".to_owned())];
        let inside = resolve(&sources(&outside, own).unwrap()).unwrap();
        for setting in &inside.settings {
            assert!(
                !setting.text.as_deref().is_some_and(|text| text.contains("kept")),
                "{setting:?}"
            );
        }
        assert_eq!(inside.setting("database_url").text.as_deref(), Some("postgres:///demo"));
        assert_eq!(inside.setting("public_url").text.as_deref(), Some("http://127.0.0.1:8080"));
    }

    #[test]
    fn a_demo_server_does_not_start_beside_a_configured_database() {
        for name in ["TOUCHSTONE_DATABASE_URL", "DATABASE_URL", "PARSE_SERVER_DATABASE_URI"] {
            let environment = [(name.to_owned(), "postgres://db/real".to_owned())].into();
            let outside = Sources { environment, ..Sources::default() };
            assert!(
                refuse_configured_database(&outside).unwrap_err().contains("database_url is set")
            );
        }
        let file =
            Some((PathBuf::from("x.toml"), "database_url = 'postgres://db/real'".to_owned()));
        let outside = Sources { file, ..Sources::default() };
        assert!(refuse_configured_database(&outside).is_err());
    }
}
