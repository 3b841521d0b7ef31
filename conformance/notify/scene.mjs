// What rows need: issues with people who watch them, and what an hour takes away.
import { reportOn } from '../harness/programme.mjs';
import { WATCHERS } from './cast.mjs';

export class Scene {
  constructor(stage, cast) {
    Object.assign(this, { stage, cast, builds: stage.builds });
    /** The season that is live. */
    this.season = 1;
    /** All users beside the cast, none of whom has chosen anything. */
    this.passersBy = [];
  }

  run(name, who, params) {
    return this.stage.run(this.cast[who] ?? who, name, params);
  }

  /** A report of rin's, or of another user. */
  async report(fields = {}, who = 'rin') {
    const { number } = await this.run('issueSubmit', who, reportOn(this.builds[0].id, fields));
    return number;
  }

  /** A report that people watch. */
  async watched(fields) {
    const number = await this.report(fields);
    for (const name of WATCHERS.filter(name => name !== 'lou')) {
      await this.run('issueWatch', name, { number, level: this.cast[name].level ?? 'all' });
    }
    // Suspended people cannot act any more: this one watched it before.
    await this.stage.sql(
      `with watched as (
        insert into "Watch" ("objectId", "createdAt", "updatedAt", "issue", "user", "reason", "level")
        select left(md5(random()::text), 10), now(), now(), "objectId", $2, 'manual', 'all' from "Issue" where "number" = $1 returning "issue")
       insert into _touchstone.count_change (root, watching) select "issue", 1 from watched`,
      [number, this.cast.lou.id]
    );
    return number;
  }

  /** Another user is rin from here on, because reports per user are limited. */
  async anotherReporter() {
    const { rin } = this.cast;
    this.passersBy.push(rin.id);
    this.arrivals.know(rin, rin.id);
    this.cast.rin = { ...(await this.passerBy()), name: 'rin' };
    this.passersBy.pop();
    this.arrivals.know(this.cast.rin, 'rin');
  }

  /** So many hours pass for an issue, as if it had been reported before. */
  async backdate(number, hours) {
    const change = `update "Issue" set "submittedAt" = "submittedAt" - interval '${Number(hours)} hours' where "number" = ${Number(number)}`;
    await this.stage.sql(`begin; set local session_replication_role = replica; ${change}; commit`);
  }

  async confirmed(fields) {
    const number = await this.watched(fields);
    await this.run('issueAccept', 'mia', { number, severity: 'S2', quality: 'B' });
    return number;
  }

  async fixed(build = this.builds[1]) {
    const number = await this.confirmed();
    await this.run('issueMarkFixed', 'mia', { number, build: build.id });
    return number;
  }

  /** Rules that differ from these, and from those of the last time. */
  otherRules({ bug, ...rules }) {
    this.rulesChanged = (this.rulesChanged ?? 0) + 1;
    const [least] = Object.entries(bug).sort(([, a], [, b]) => a - b);
    return { ...rules, bug: { ...bug, [least[0]]: least[1] + this.rulesChanged } };
  }

  /** An hour passes for whatever counts mails by the hour, and a day for what counts them by the day. */
  async hourPasses() {
    await this.stage.sql(`update _touchstone.delivery set created_at = created_at - interval '25 hours', sent_at = sent_at - interval '25 hours' where state not in ('waiting', 'sending')`);
  }
}

/** All users who watch an issue with all its comments, and rin, who reported it. */
export const readers = kind => ({ rin: kind, kai: kind, ada: kind, joe: kind });

/** The same, and those who watch where it stands. */
export const followers = kind => ({ ...readers(kind), sam: kind });

/** Both administrators, unless one of them did it. */
export const administrators = (kind, ...not) => Object.fromEntries(['mia', 'ned'].filter(name => !not.includes(name)).map(name => [name, kind]));
