// The people of a programme and what they do, for cases about the product.
import assert from 'node:assert/strict';
import { fresh } from './names.mjs';
import { ADMINISTRATOR, BUILDS, reportOn, signIn as signInTo } from './programme.mjs';

const LEVELS = { newcomer: 0, known: 1, reliable: 2, expert: 3 };

/** `run(person, name, params)` calls a function by the SDK; without a person, signed out. */
export function testers({ Parse, send, person }) {
  const run = (who, name, params = {}) => Parse.Cloud.run(name, params, who?.as ?? {});

  async function signIn(credentials) {
    const who = await signInTo(send, credentials);
    return { ...who, as: { sessionToken: who.token }, pointer: { __type: 'Pointer', className: '_User', objectId: who.id } };
  }

  let keeper;
  /** The administrator whom the operator made. */
  const administrator = () => (keeper ??= signIn(ADMINISTRATOR));

  /** A user who signed up, and whom an administrator trusts so far. */
  async function tester(trust = 'expert', fields = {}) {
    const made = await person({ username: fresh('t-'), password: 'correct horse battery', ...fields });
    if (trust !== 'newcomer') {
      await run(await administrator(), 'userPinTrust', { user: made.id, level: LEVELS[trust] });
    }
    return made;
  }

  /** Appoints or dismisses a user, who has to sign in again. */
  async function appoint(someone, isAdmin = true) {
    const asked = { user: someone.id, isAdmin, confirm: someone.username };
    await run(await administrator(), 'userSetAdmin', asked);
    return signIn(someone);
  }

  /** Another administrator, appointed by the first. */
  const colleague = async () => appoint(await tester('newcomer'));

  let known;
  /** The id of a build by its version. */
  async function build(version = BUILDS[0]) {
    known ??= run(await administrator(), 'builds').then(({ rows }) => rows);
    const found = (await known).find(one => one.channel === 'web' && one.version === version);
    assert.ok(found, `there is no build ${version}`);
    return found.id;
  }

  /** A report that is complete, unless told otherwise. */
  async function report(who, fields) {
    return run(who, 'issueSubmit', reportOn(await build(), fields));
  }

  /** A bug that was confirmed. */
  async function confirmed(who, { severity = 'S2', quality = 'B', ...fields } = {}) {
    const made = await report(who, fields);
    await run(await administrator(), 'issueAccept', { number: made.number, severity, quality });
    return made;
  }

  /** A mission that any user can begin. */
  async function survey(keeper) {
    const steps = [{ id: 'clear', text: 'How clear was it?', type: 'question', required: true, question: { type: 'scale' } }];
    const { mission } = await run(keeper, 'missionSave', { title: `Tell us about a swap ${fresh('')}`, brief: 'No right answers.', kind: 'survey', points: 20, steps });
    await run(keeper, 'missionSetState', { mission: mission.id, state: 'live' });
    return mission;
  }

  /** What a user holds in the first season. */
  async function pointsOf({ as }) {
    const { standing } = await Parse.Cloud.run('myStanding', {}, as);
    return standing?.total ?? 0;
  }

  return { run, signIn, administrator, tester, appoint, colleague, build, report, confirmed, survey, pointsOf };
}

/** A function must refuse with this reason, which stands before the sentence for people. */
export async function refusedFor(promise, reason) {
  const outcome = await promise.then(answer => ({ answer }), error => ({ error }));
  assert.ok(outcome.error, `expected ${reason}, got ${JSON.stringify(outcome.answer)}`);
  assert.equal(outcome.error.code, 142, `expected ${reason}, got ${outcome.error.code} ${outcome.error.message}`);
  assert.match(outcome.error.message, new RegExp(`^${reason}: `));
}
