// What has arrived anywhere: in the app, by mail, on devices, in chats, at receivers of webhooks. A mark is a place in
// all of them; what lies behind it is what one event has brought about.
import { setTimeout as pause } from 'node:timers/promises';

const WAIT_MS = 20_000;
const LOOK_MS = 25;

/** Whatever waits between a commit and the outside: events not read, rows not sent, pages not written. */
const UNDER_WAY = `
  select
    (select count(*) from _touchstone.event e, _touchstone.event_consumer c where e.position is null or e.position > c.position)::int as events,
    (select count(*) from _touchstone.fan_out where not is_done)::int as pages,
    (select count(*) from _touchstone.delivery where state = 'sending' or (state in ('waiting', 'digest') and due_at <= now()))::int as deliveries,
    (select count(*) from _touchstone.webhook_delivery where state = 'sending' or (state = 'waiting' and due_at <= now()))::int as calls`;

const IN_APP = `
  select n."objectId" as id, n."user" as user_id, n."event" as kind, n."count"::int as count, n."bucket", i."number"::int as number
  from "Notification" n left join "Issue" i on i."objectId" = n."issue"`;

const DIGESTS = `select id::text, receiver as user_id, kind, issue from _touchstone.delivery where state = 'digest' order by id`;

export class Arrivals {
  #stage;
  #names;

  constructor(stage, cast) {
    this.#stage = stage;
    this.#names = new Map(Object.values(cast).flatMap(({ id, name, email }) => [[id, name], [email, name]]));
  }

  /** The name of a user from here on. */
  know({ id, email }, name) {
    for (const key of [id, email]) this.#names.set(key, name);
  }

  /** The user with this id or address; strangers by it. */
  #who(key) {
    return this.#names.get(key) ?? key;
  }

  /** What is under way, by what it is. */
  async underWay() {
    const [counts] = await this.#stage.sql(UNDER_WAY);
    return counts;
  }

  /** Waits until nothing is under way, and has not been for one more look. */
  async idle(withinMs = WAIT_MS) {
    const deadline = Date.now() + withinMs;
    for (let quiet = 0; quiet < 2; ) {
      const counts = await this.underWay();
      quiet = Object.values(counts).every(count => count === 0) ? quiet + 1 : 0;
      if (Date.now() > deadline) throw new Error(`still under way after ${withinMs} ms: ${JSON.stringify(counts)}`);
      await pause(LOOK_MS);
    }
  }

  /** The place at which all of them are now. */
  async mark() {
    const [app, digest] = await Promise.all([this.#stage.sql(IN_APP), this.#stage.sql(DIGESTS)]);
    return {
      app: new Map(app.map(({ id, count }) => [id, count])),
      digest: new Set(digest.map(({ id }) => id)),
      outside: this.#stage.services.lengths(),
    };
  }

  async #inApp(mark) {
    const rows = await this.#stage.sql(IN_APP);
    return rows.flatMap(({ id, user_id: user, kind, count, number }) => {
      const times = count - (mark.app.get(id) ?? 0);
      return Array.from({ length: Math.max(times, 0) }, () => ({ channel: 'app', who: this.#who(user), kind, number }));
    });
  }

  async #digested(mark) {
    const rows = await this.#stage.sql(DIGESTS);
    return rows.filter(({ id }) => !mark.digest.has(id)).map(({ user_id: user, kind }) => ({ channel: 'digest', who: this.#who(user), kind }));
  }

  /** What has arrived since a mark, each as who got it on which channel. */
  async since(mark) {
    const outside = this.#stage.services.since(mark.outside).map(one => ({ ...one, who: this.#who(one.to) }));
    return [...(await this.#inApp(mark)), ...(await this.#digested(mark)), ...outside];
  }
}

/** An arrival or an expectation, as one line. */
export const lineOf = ({ who, channel }) => `${who} by ${channel}`;

/** Compares as multisets: what is missing, what came too often, what was unexpected. */
export function differences(expected, seen) {
  const counts = new Map();
  for (const line of expected) counts.set(line, (counts.get(line) ?? 0) + 1);
  const wanted = new Set(expected);
  const found = { lost: [], twice: [], astray: [] };
  for (const line of seen) {
    const left = counts.get(line) ?? 0;
    if (left > 0) counts.set(line, left - 1);
    else (wanted.has(line) ? found.twice : found.astray).push(line);
  }
  for (const [line, left] of counts) for (let one = 0; one < left; one += 1) found.lost.push(line);
  return found;
}
