// The product under attack: an administrator, testers and what they report.
import assert from 'node:assert/strict';
import { ADMINISTRATOR, openProgramme, reportOn } from '../harness/programme.mjs';
import { allowed } from './answers.mjs';
import { fresh, pointer, stranger } from './attacked.mjs';

const programmes = new WeakMap();

/** The programme on a server, furnished on first use. */
export function programmeOn(server) {
  if (!programmes.has(server)) programmes.set(server, Programme.open(server));
  return programmes.get(server);
}

class Programme {
  static async open(server) {
    const programme = new Programme();
    programme.server = server;
    programme.keeper = await programme.signIn(ADMINISTRATOR);
    programme.builds = await openProgramme((name, params) => programme.run(programme.keeper, name, params));
    return programme;
  }

  async signIn({ username, password }) {
    const address = stranger();
    const { objectId: id, sessionToken: token } = allowed(await this.server.logIn({ username, password }, { from: address }));
    return { id, token, username, password, address, pointer: pointer('_User', id) };
  }

  /** Calls a function and gives the whole answer. The administrator signs in again where that is asked for. */
  async ask(who, name, params = {}, options = {}) {
    const send = () => this.server.send('POST', `/functions/${name}`, { as: who, body: params, ...options });
    const answer = await send();
    if (who !== this.keeper || !String(answer.body?.error).startsWith('FRESH_SIGN_IN')) return answer;
    await this.refresh();
    return send();
  }

  /** Calls a function that must work. */
  async run(who, name, params) {
    return allowed(await this.ask(who, name, params)).result;
  }

  /** A user whom the programme trusts so far. */
  async tester(level = 3, fields = {}) {
    const trust = level > 0 ? { trustLevel: level, trustPinned: true } : {};
    return this.server.person({ username: fresh('t-').slice(0, 20), ...trust, ...fields });
  }

  /** Makes a user an administrator or takes it away, which asks for a fresh sign-in; they sign in again. */
  async appoint(someone, isAdmin = true) {
    await this.refresh();
    await this.run(this.keeper, 'userSetAdmin', { user: someone.id, isAdmin, confirm: someone.username });
    return this.signIn(someone);
  }

  /** Signs the administrator in again, as before a change that asks for it. */
  async refresh() {
    Object.assign(this.keeper, await this.signIn(this.keeper));
  }

  async report(who, fields) {
    return this.run(who, 'issueSubmit', reportOn(this.builds[0].id, fields));
  }

  async confirmed(who, severity = 'S2') {
    const made = await this.report(who);
    await this.run(this.keeper, 'issueAccept', { number: made.number, severity, quality: 'B' });
    return made;
  }

  give(someone, amount, reason = 'For the help on the first day.') {
    return this.run(this.keeper, 'pointsAdjust', { user: someone.id, amount, reason, rule: 'manual' });
  }

  /** What the ledger holds of a user. */
  async pointsOf({ id }) {
    const [{ sum }] = await this.server.sql('SELECT coalesce(sum("amount"), 0)::int AS sum FROM "PointsEntry" WHERE "user" = $1', [id]);
    return sum;
  }

  async statusOf({ id }) {
    const { status, resolution } = await this.server.stored('Issue', id);
    return resolution === null ? status : `${status}/${resolution}`;
  }

  /** Ranks, sums and counts must agree with what they are made of. */
  async sound() {
    const { differences } = await this.run(this.keeper, 'invariantsCheck');
    assert.deepEqual(differences, []);
  }
}
