//! What answers at the addresses of the settings.

use std::time::Duration;

use outbound::mail::SmtpMailer;
use parse_model::Json;

use super::finding::Finding;
use crate::config::Config;

/// How long something may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Whether Redis answers.
pub(super) async fn redis(config: &Config, found: &mut Vec<Finding>) {
    let Some(redis) = &config.redis else { return };
    if let Err(problem) = redis.answers().await {
        found.push(Finding::wrong(
            "redis",
            format!("it does not answer: {problem}"),
            "ranks come from the database, nodes count callers each for itself, and live lists wait for polling",
            "start it, or check redis_url",
        ));
    }
}

/// Whether the mail server lets us in.
pub(super) async fn mail(config: &Config, found: &mut Vec<Finding>) {
    let Some(settings) = &config.smtp else { return };
    let problem = match SmtpMailer::new(settings) {
        None => Some("smtp_url cannot be read".to_owned()),
        Some(mailer) => match tokio::time::timeout(PATIENCE, mailer.greet()).await {
            Ok(greeted) => greeted.err(),
            Err(_) => Some(format!("no answer within {} s", PATIENCE.as_secs())),
        },
    };
    if let Some(problem) = problem {
        found.push(Finding::wrong(
            "mail",
            format!("the mail server rejects the connection: {problem}"),
            "passwords cannot be reset, and notifications wait in the outbox",
            "check smtp_url, its password, and any firewall in between",
        ));
    }
}

/// Nodes of chains that were found down or behind when they were last asked.
pub(super) fn endpoints(endpoints: &[Json], found: &mut Vec<Finding>) {
    let text = |one: &Json, key: &str| one[key].as_str().unwrap_or_default().to_owned();
    found.extend(endpoints.iter().map(|one| {
        let state = match text(one, "state").as_str() {
            "lagging" => format!("is {} s behind", one["lag"]),
            _ => "does not answer".to_owned(),
        };
        Finding::advice(
            "nodes",
            format!("the node {} of {} {state}", text(one, "host"), text(one, "network")),
            "evidence waits, or rests on fewer nodes",
            "look at the node's provider, or name another on the page of networks",
        )
    }));
}

/// Whether the address that people are given leads to this server.
pub(super) async fn public_address(config: &Config, found: &mut Vec<Finding>) {
    let Some(address) = &config.public_server_url else {
        if config.is_production {
            found.push(Finding::wrong(
                "address",
                "public_url is not set",
                "links in mails and addresses of files lead nowhere",
                "set it to the address that users open, such as https://beta.example.org",
            ));
        }
        return;
    };
    if let Err(problem) = leads_here(config, address).await {
        found.push(Finding::wrong(
            "address",
            format!("the public address {address} does not lead to this server: {problem}"),
            "links in mails and addresses of files lead there",
            "check public_url, the proxy, DNS and the certificate; a server must be running",
        ));
    }
}

async fn leads_here(config: &Config, address: &str) -> Result<(), String> {
    let client = reqwest::Client::builder().timeout(PATIENCE).build();
    let client = client.map_err(|error| error.to_string())?;
    let asked = |path: &str| client.get(format!("{address}{path}"));
    let answer =
        asked("/health").send().await.map_err(|error| telemetry::error_chain::chain(&error))?;
    let status = answer.status().as_u16();
    let health: Option<Json> = answer.json().await.ok();
    if !health.is_some_and(|health| health["status"].is_string()) {
        return Err(format!("{address}/health is answered with {status} and is no health check"));
    }
    if status != 200 {
        return Err(format!("the server there says that it is not well ({status})"));
    }
    // A server that does not know this application refuses its id.
    let id = &config.keys.application_id;
    let answer = asked("/config").header("X-Parse-Application-Id", id).send().await;
    let status = answer.map_err(|error| telemetry::error_chain::chain(&error))?.status().as_u16();
    if status == 401 || status == 403 {
        return Err(format!("a server there does not know the application {id}"));
    }
    Ok(())
}
