//! Mails about missions, in English.

use super::part::{number, points, press, said};
use crate::block::{Block, Content, Tone};
use crate::notice::{Mission, MissionNews};
use crate::text;

fn page(mission: &Mission) -> String {
    format!("/missions/{}", text::segment(&mission.slug))
}

pub(super) fn returned(mission: &Mission, reason: Option<&str>, tries_left: u32) -> Content {
    let heading = format!("Back to you: {}", mission.title);
    let tries = match tries_left {
        0 => "This is your last try.".to_owned(),
        1 => "One try is left after this one.".to_owned(),
        left => format!("{left} tries are left after this one."),
    };
    let mut blocks: Vec<Block> = reason.map(said).into_iter().collect();
    blocks.push(said(tries));
    blocks.push(press("Continue the mission", page(mission)));
    Content {
        subject: heading.clone(),
        preheader: reason.unwrap_or_default().to_owned(),
        label: (Tone::Bad, "Mission".to_owned()),
        heading,
        blocks,
        why: "You handed in this mission.".to_owned(),
    }
}

pub(super) fn news(mission: &Mission, news: &MissionNews) -> Content {
    let title = &mission.title;
    let (tone, heading, why) = match news {
        MissionNews::Opened { .. } => {
            (Tone::Quiet, format!("New mission: {title}"), "This mission is open to you.")
        }
        MissionNews::Ending => {
            (Tone::Quiet, format!("Ends within a day: {title}"), "You have started this mission.")
        }
        MissionNews::Done { .. } => {
            (Tone::Good, format!("Done: {title}"), "You handed in this mission.")
        }
        MissionNews::Refused { .. } => {
            (Tone::Bad, format!("Rejected: {title}"), "You handed in this mission.")
        }
    };
    let mut blocks = Vec::new();
    match news {
        MissionNews::Opened { points: worth } => {
            let worth = u64::from(*worth);
            blocks.push(said(format!("It pays {} {}.", number(worth), points(worth))));
        }
        MissionNews::Done { amount: amount @ 1.. } => blocks.push(Block::Figure {
            value: format!("+{}", number(*amount)),
            unit: points(*amount).to_owned(),
            is_earned: true,
        }),
        MissionNews::Refused { reason } => blocks.extend(reason.clone().map(said)),
        MissionNews::Ending | MissionNews::Done { .. } => {}
    }
    blocks.push(press("Open the mission", page(mission)));
    Content {
        subject: heading.clone(),
        preheader: String::new(),
        label: (tone, "Mission".to_owned()),
        heading,
        blocks,
        why: why.to_owned(),
    }
}
