// Commands as they are sent, and what each must have left behind: all of it or nothing.
import { randomUUID } from 'node:crypto';
import { reportOn } from '../harness/programme.mjs';

/** A report, with a title by which it is found again. */
export function submit(who, build) {
  const params = reportOn(build);
  return { name: 'issueSubmit', who, params, key: params.title, trace: SUBMITTED };
}

export function vote(who, issue) {
  return { name: 'issueVote', who, params: { number: issue.number }, key: [issue.id, who.id], trace: VOTED };
}

export function accept(keeper, issue) {
  const params = { number: issue.number, severity: 'S2', quality: 'B' };
  return { name: 'issueAccept', who: keeper, params, key: issue.id, trace: ACCEPTED };
}

export function merge(keeper, issue, into) {
  const params = { number: issue.number, into: into.number };
  return { name: 'issueMerge', who: keeper, params, key: issue.id, trace: MERGED };
}

// Each statement tells, of one command, which of its traces are there.
const SUBMITTED = `
  select (select count(*) from "Issue" where "title" = $1)::int as issues,
    (select count(*) from "Issue" i join "IssueEvent" e on e."issue" = i."objectId" and e."type" = 'submitted' where i."title" = $1)::int as told,
    (select count(*) from "Issue" i join "Watch" w on w."issue" = i."objectId" and w."user" = i."reporter" where i."title" = $1)::int as watched,
    (select count(*) from "Issue" i join "IssueReach" r on r."root" = i."objectId" and r."personId" = i."reporter" where i."title" = $1)::int as reached`;

const VOTED = `
  select (select count(*) from "Vote" where "issue" = $1[1] and "user" = $1[2])::int as votes,
    (select count(*) from "Watch" where "issue" = $1[1] and "user" = $1[2])::int as watched,
    (select count(*) from "IssueReach" r join "Issue" i on r."root" = coalesce(i."duplicateOf", i."objectId")
      where i."objectId" = $1[1] and r."personId" = $1[2])::int as reached`.replaceAll('$1[', '($1::text[])[');

const ACCEPTED = `
  select (select count(*) from "Issue" where "objectId" = $1 and "confirmedAt" is not null and "severity" = 'S2')::int as confirmed,
    (select count(*) from "IssueEvent" where "issue" = $1 and "type" = 'status' and "data" -> 'changes' @> '[{"field": "confirmedAt"}]')::int as told,
    (select count(*) from "AuditEntry" where "action" = 'issueAccept' and "targetId" = $1)::int as noted,
    (select count(*) from "PointsEntry" where "issue" = $1 and "rule" = 'bug.S2' and "kind" = 'award')::int as paid`;

const MERGED = `
  select (select count(*) from "Issue" where "objectId" = $1 and "duplicateOf" is not null and "resolution" = 'duplicate')::int as merged,
    (select count(*) from "IssueEvent" where "issue" = $1 and "type" = 'merged_away')::int as told,
    (select count(*) from "IssueEvent" e join "Issue" i on e."data" ->> 'number' = i."number"::int::text
      where i."objectId" = $1 and e."type" = 'merged_in')::int as told_root,
    (select count(*) from "AuditEntry" where "action" = 'issueMerge' and "targetId" = $1)::int as noted`;

/** Sends a command. Resolves to `done`, `refused` or, where no answer came, `unknown`. */
export async function give(server, command) {
  command.requestId ??= randomUUID();
  try {
    const answer = await server.send('POST', `/functions/${command.name}`, {
      token: command.who.token,
      body: command.params,
      headers: { 'X-Parse-Request-Id': command.requestId },
    });
    command.answer = answer.body;
    command.text = answer.text;
    return answer.status === 200 ? 'done' : 'refused';
  } catch {
    return 'unknown';
  }
}

/** The traces a command has left: every one of them the same number, or it was half done. */
export async function tracesOf(server, command) {
  const [traces] = await server.sql(command.trace, [command.key]);
  return traces;
}
