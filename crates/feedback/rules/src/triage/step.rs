//! The transitions: from which stage, under which condition, to which stage.
//!
//! A time is never earlier than one it must follow, even if the clocks of two nodes differ.

use super::{TriageCommand, ending};
use crate::actor::Actor;
use crate::build::Build;
use crate::issue::IssueState;
use crate::merge::Merge;
use crate::policy::Policy;
use crate::refused::Refused;
use crate::severity::Severity;
use crate::stage::{Active, Closure, Ending, Resume, Stage};
use crate::status::Resolution;
use crate::timestamp::Timestamp;

/// The state after a command. The caller's permission was checked.
pub(super) fn take(
    state: &IssueState,
    actor: &Actor,
    command: &TriageCommand,
    now: Timestamp,
    policy: &Policy,
) -> Result<IssueState, Refused> {
    let mut next = state.clone();
    if actor.is_admin() {
        next.answered = false;
    }
    match command {
        TriageCommand::Accept { severity, quality } => {
            accept(&mut next, *severity, now)?;
            next.quality = quality.unwrap_or(next.quality);
        }
        TriageCommand::AskInfo(_) => ask(&mut next, now)?,
        TriageCommand::Answer => answer(&mut next)?,
        TriageCommand::GiveUpWaiting => give_up(&mut next, now, policy)?,
        TriageCommand::Close { resolution, is_spam_confirmed, .. } => {
            close(&mut next, ending(*resolution, *is_spam_confirmed)?, now)?;
        }
        TriageCommand::Merge(merge) => merge_away(&mut next, merge, now)?,
        TriageCommand::Follow(merge) => follow(&mut next, merge)?,
        TriageCommand::Unmerge => unmerge(&mut next)?,
        TriageCommand::Start => swap(&mut next, &Active::Confirmed, Active::InProgress)?,
        TriageCommand::Stop => swap(&mut next, &Active::InProgress, Active::Confirmed)?,
        TriageCommand::MarkFixed { build, is_active } => {
            mark_fixed(&mut next, build, *is_active, now)?;
        }
        TriageCommand::Verify { is_quorum_met } => {
            let guard = if *is_quorum_met { Ok(()) } else { Err(Refused::QuorumMissing) };
            verify(&mut next, now, false, guard)?;
        }
        TriageCommand::AssumeVerified { is_disputed } => {
            let guard = unchecked(state, *is_disputed, now, policy);
            verify(&mut next, now, true, guard)?;
        }
        TriageCommand::StillBroken { build, .. } => still_broken(&mut next, build)?,
        TriageCommand::Reopen { has_evidence, comment_chars } => {
            let has_grounds = *has_evidence || *comment_chars >= LEAST_GROUNDS;
            let is_free = actor.is_admin() || *actor == Actor::System;
            reopen(&mut next, is_free, has_grounds, now, policy)?;
        }
        TriageCommand::Withdraw => withdraw(&mut next, now)?,
        TriageCommand::Snooze(until) => snooze(&mut next, *until, now, policy)?,
        TriageCommand::Wake { is_stirred } => wake(&mut next, *is_stirred, now)?,
        TriageCommand::SetSeverity(severity) => set_severity(&mut next, *severity)?,
        TriageCommand::SetQuality(quality) => {
            active(&next)?;
            next.quality = *quality;
        }
        TriageCommand::SetVisibility(visibility) => next.visibility = *visibility,
        TriageCommand::Settle => settle(&mut next, now)?,
        TriageCommand::Undo(_) => return Err(Refused::NothingToUndo),
    }
    Ok(next)
}

/// Characters that count as new information when a reporter reopens.
const LEAST_GROUNDS: usize = 50;

fn bad(state: &IssueState) -> Refused {
    match state.stage.resolution() {
        Some(resolution) => Refused::BadResolution(resolution),
        None => Refused::BadState(state.stage.status()),
    }
}

fn active(state: &IssueState) -> Result<&Active, Refused> {
    match &state.stage {
        Stage::Active(active) => Ok(active),
        Stage::Closed(_) => Err(bad(state)),
    }
}

fn open(state: &IssueState) -> Result<&Active, Refused> {
    match active(state)? {
        Active::Verified { .. } => Err(bad(state)),
        open => Ok(open),
    }
}

/// `now`, but not before an earlier time.
fn not_before(now: Timestamp, earlier: Option<Timestamp>) -> Timestamp {
    earlier.map_or(now, |earlier| now.max(earlier))
}

fn respond(state: &mut IssueState, now: Timestamp) {
    let at = not_before(now, Some(state.origin.submitted_at));
    state.first_response_at.get_or_insert(at);
}

fn accept(
    state: &mut IssueState,
    severity: Option<Severity>,
    now: Timestamp,
) -> Result<(), Refused> {
    match active(state)? {
        Active::New { .. } | Active::NeedsInfo { resume: Resume::New, .. } => {}
        Active::NeedsInfo { resume: Resume::Confirmed, .. } => {
            return Err(Refused::ConfirmedBefore);
        }
        _ => return Err(bad(state)),
    }
    let severity = severity.or(state.severity);
    match (state.origin.kind.has_severity(), severity) {
        (true, None) => return Err(Refused::SeverityMissing),
        (false, Some(_)) => return Err(Refused::SeverityUnfit),
        (true, Some(_)) | (false, None) => state.severity = severity,
    }
    respond(state, now);
    state.confirmed_at = Some(not_before(now, state.first_response_at));
    state.stage = Stage::Active(Active::Confirmed);
    Ok(())
}

fn ask(state: &mut IssueState, now: Timestamp) -> Result<(), Refused> {
    let resume = match active(state)? {
        Active::New { .. } => Resume::New,
        Active::Confirmed => Resume::Confirmed,
        _ => return Err(bad(state)),
    };
    respond(state, now);
    state.stage = Stage::Active(Active::NeedsInfo { resume, asked_at: now });
    Ok(())
}

fn answer(state: &mut IssueState) -> Result<(), Refused> {
    let Active::NeedsInfo { resume, .. } = active(state)? else { return Err(bad(state)) };
    state.stage = match resume {
        Resume::New => Stage::NEW,
        Resume::Confirmed => Stage::Active(Active::Confirmed),
    };
    state.answered = true;
    Ok(())
}

fn give_up(state: &mut IssueState, now: Timestamp, policy: &Policy) -> Result<(), Refused> {
    let Active::NeedsInfo { asked_at, .. } = active(state)? else { return Err(bad(state)) };
    if now < asked_at.after(policy.needs_info()) {
        return Err(Refused::TooEarly);
    }
    end(state, Ending::NO_RESPONSE, now);
    Ok(())
}

fn close(state: &mut IssueState, how: Ending, now: Timestamp) -> Result<(), Refused> {
    open(state)?;
    respond(state, now);
    end(state, how, now);
    if how.resolution().voids_points() {
        // Its payments are not final any more. After reopening, it is paid again.
        state.settled_at = None;
    }
    Ok(())
}

fn end(state: &mut IssueState, how: Ending, now: Timestamp) {
    state.stage = Stage::ended(how);
    state.closed_at = Some(now);
}

fn merge_away(state: &mut IssueState, merge: &Merge, now: Timestamp) -> Result<(), Refused> {
    let before = active(state)?.clone();
    if merge.source() != &state.origin.id {
        return Err(Refused::MergeMismatch);
    }
    respond(state, now);
    state.stage = Stage::Closed(Closure::Duplicate { of: merge.root().clone(), before });
    state.closed_at = Some(now);
    Ok(())
}

fn follow(state: &mut IssueState, merge: &Merge) -> Result<(), Refused> {
    let refusal = bad(state);
    let Stage::Closed(Closure::Duplicate { of, .. }) = &mut state.stage else {
        return Err(refusal);
    };
    if of != merge.source() || !merge.moved().contains(&state.origin.id) {
        return Err(Refused::MergeMismatch);
    }
    *of = merge.root().clone();
    Ok(())
}

fn unmerge(state: &mut IssueState) -> Result<(), Refused> {
    let Stage::Closed(Closure::Duplicate { before, .. }) = &state.stage else {
        return Err(bad(state));
    };
    state.stage = Stage::Active(before.clone());
    state.closed_at = None;
    Ok(())
}

fn swap(state: &mut IssueState, from: &Active, to: Active) -> Result<(), Refused> {
    if active(state)? != from {
        return Err(bad(state));
    }
    state.stage = Stage::Active(to);
    Ok(())
}

fn mark_fixed(
    state: &mut IssueState,
    build: &Build,
    is_active: bool,
    now: Timestamp,
) -> Result<(), Refused> {
    let (Active::Confirmed | Active::InProgress) = active(state)? else { return Err(bad(state)) };
    if !is_active {
        return Err(Refused::BuildRetired);
    }
    if !build.may_fix(&state.origin.build) {
        return Err(Refused::BuildTooOld);
    }
    let at = not_before(now, state.confirmed_at);
    state.stage = Stage::Active(Active::Fixed);
    state.build_fixed = Some(build.clone());
    state.fixed_at = Some(at);
    state.settled_at.get_or_insert(at);
    Ok(())
}

/// Whether a fix without a check may count as verified.
fn unchecked(
    state: &IssueState,
    is_disputed: bool,
    now: Timestamp,
    policy: &Policy,
) -> Result<(), Refused> {
    if is_disputed {
        return Err(Refused::StillDisputed);
    }
    match state.fixed_at {
        Some(fixed_at) if now < fixed_at.after(policy.fix_check()) => Err(Refused::TooEarly),
        _ => Ok(()),
    }
}

fn verify(
    state: &mut IssueState,
    now: Timestamp,
    assumed: bool,
    guard: Result<(), Refused>,
) -> Result<(), Refused> {
    let Active::Fixed = active(state)? else { return Err(bad(state)) };
    guard?;
    state.stage = Stage::Active(Active::Verified { assumed });
    state.verified_at = Some(not_before(now, state.fixed_at));
    state.build_verified = state.build_fixed.clone();
    Ok(())
}

fn still_broken(state: &mut IssueState, build: &Build) -> Result<(), Refused> {
    let (Active::Fixed | Active::Verified { .. }) = active(state)? else { return Err(bad(state)) };
    if state.build_fixed.as_ref().is_some_and(|fixed| !build.is_at_least(fixed)) {
        return Err(Refused::BuildTooOld);
    }
    come_back(state);
    Ok(())
}

/// A fixed failure is back.
fn come_back(state: &mut IssueState) {
    state.regressions = state.regressions.saturating_add(1);
    confirm_again(state);
}

/// Starts a new cycle: confirmed as before, and not fixed.
fn confirm_again(state: &mut IssueState) {
    state.stage = Stage::Active(Active::Confirmed);
    state.fixed_at = None;
    state.verified_at = None;
    state.build_fixed = None;
    state.build_verified = None;
}

fn reopen(
    state: &mut IssueState,
    is_free: bool,
    has_grounds: bool,
    now: Timestamp,
    policy: &Policy,
) -> Result<(), Refused> {
    match &state.stage {
        Stage::Active(Active::Verified { .. }) if is_free => {
            come_back(state);
            return Ok(());
        }
        Stage::Closed(Closure::Ended { how }) if how.resolution() != Resolution::Spam => {}
        _ => return Err(bad(state)),
    }
    if !is_free {
        if state.reopened_by_reporter {
            return Err(Refused::ReopenedBefore);
        }
        if state.closed_at.is_some_and(|closed| now > closed.after(policy.reopen())) {
            return Err(Refused::ReopenTooLate(policy.reopen_days));
        }
        if !has_grounds {
            return Err(Refused::ReopenWithoutGrounds);
        }
        state.reopened_by_reporter = true;
    }
    state.closed_at = None;
    if state.confirmed_at.is_some() {
        confirm_again(state);
    } else {
        state.stage = Stage::NEW;
    }
    Ok(())
}

fn withdraw(state: &mut IssueState, now: Timestamp) -> Result<(), Refused> {
    let (Active::New { .. } | Active::NeedsInfo { .. }) = active(state)? else {
        return Err(bad(state));
    };
    end(state, Ending::WITHDRAWN, now);
    Ok(())
}

fn snooze(
    state: &mut IssueState,
    until: Timestamp,
    now: Timestamp,
    policy: &Policy,
) -> Result<(), Refused> {
    let Active::New { .. } = active(state)? else { return Err(bad(state)) };
    if until <= now || until > now.after(policy.snooze()) {
        return Err(Refused::SnoozeOutOfRange(policy.snooze_days));
    }
    state.stage = Stage::Active(Active::New { snoozed_until: Some(until) });
    Ok(())
}

fn wake(state: &mut IssueState, is_stirred: bool, now: Timestamp) -> Result<(), Refused> {
    let Active::New { snoozed_until: Some(until) } = active(state)? else {
        return Err(bad(state));
    };
    if !is_stirred && now < *until {
        return Err(Refused::TooEarly);
    }
    state.stage = Stage::NEW;
    Ok(())
}

fn set_severity(state: &mut IssueState, severity: Severity) -> Result<(), Refused> {
    active(state)?;
    if !state.origin.kind.has_severity() {
        return Err(Refused::SeverityUnfit);
    }
    state.severity = Some(severity);
    Ok(())
}

fn settle(state: &mut IssueState, now: Timestamp) -> Result<(), Refused> {
    let is_out = state
        .stage
        .resolution()
        .is_some_and(|how| how.is_out_of_purse() || how == Resolution::Duplicate);
    let (Some(confirmed_at), None, false) = (state.confirmed_at, state.settled_at, is_out) else {
        return Err(bad(state));
    };
    state.settled_at = Some(not_before(now, Some(confirmed_at)));
    Ok(())
}
