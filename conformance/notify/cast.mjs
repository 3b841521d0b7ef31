// Who takes part, and what each of them wants to hear of where. What follows from it is worked out here from the table
// of the design, never from what the server says of itself.
import { sessionOf } from '../harness/crowd.mjs';
import { fresh } from '../harness/names.mjs';

const PASSWORD = 'correct horse battery';

/** The column "Default" of the table: notifications of a user who has chosen nothing. */
const DEFAULTS = {
  info_asked: 'now', failure_question: 'now', fix_check: 'now', points_reversed: 'now', account_changed: 'now', submission_returned: 'now', mission: 'digest',
  issue_news: 'digest', issue_news_own: 'now', points_settled: 'off', comment_staff: 'digest', comment: 'off', mention: 'now',
  evidence_finished: 'off', release: 'now', rules_season: 'now', badge_level: 'off',
  admin_s1: 'now', admin_private: 'now', admin_regression: 'now', admin_cluster: 'now', admin_promise: 'now', admin_failure_rate: 'now',
  admin_webhook: 'now', admin_network: 'now', admin_tracker: 'now', admin_appeal: 'now',
};

/** The same for all kinds of notifications. */
export const everywhere = choice => kinds => kinds.map(({ kind }) => ({ kind, ...choice }));

/**
 * The people by what they chose. `choice` is what they set for every kind; without it they have set nothing. `linked`
 * are the channels they have besides mail.
 */
const CAST = {
  rin: { is: 'a tester who has chosen nothing' },
  kai: { is: 'a tester who wants everything everywhere', choice: { app: true, mail: 'now', push: true, chat: true }, linked: ['push', 'discord', 'telegram'] },
  ada: { is: 'a tester who reads in the app alone', choice: { app: true, mail: 'off', push: false, chat: false }, linked: ['push', 'discord', 'telegram'] },
  joe: { is: 'a tester who wants one mail a day', choice: { app: true, mail: 'digest', push: false, chat: false } },
  sam: { is: 'a tester who watches where issues stand', choice: { app: true, mail: 'now', push: false, chat: false }, level: 'status' },
  lou: { is: 'a tester who was suspended', choice: { app: true, mail: 'now', push: true, chat: true }, linked: ['push'] },
  val: { is: 'a tester who works beside them', choice: { app: true, mail: 'off', push: false, chat: false } },
  uma: { is: 'a tester who muted what she watches', choice: { app: true, mail: 'now', push: true, chat: true }, linked: ['push'], level: 'mute' },
  eve: { is: 'a tester whom nothing concerns', choice: { app: true, mail: 'now', push: true, chat: true }, linked: ['push', 'discord'] },
  ned: { is: 'an administrator who has chosen nothing', isAdmin: true },
};

/** Those who watch every issue that `watched` makes. */
export const WATCHERS = ['kai', 'ada', 'joe', 'sam', 'uma', 'lou'];

/** The channels on which a person gets a kind; `isOwn` where it is about an issue they reported. */
export function channelsOf({ choice, linked = [] }, kind, isOwn = false) {
  const mail = choice?.mail ?? DEFAULTS[isOwn && `${kind}_own` in DEFAULTS ? `${kind}_own` : kind];
  const found = [];
  if (choice?.app ?? true) found.push('app');
  if (mail === 'now') found.push('mail');
  if (mail === 'digest') found.push('digest');
  if (choice?.push && linked.includes('push')) found.push('push');
  for (const chat of ['discord', 'telegram']) if (choice?.chat && linked.includes(chat)) found.push(chat);
  return found;
}

async function made(stage, name, { isAdmin = false, trust = 3, ...traits }) {
  const username = fresh(`${name}-`).slice(0, 14);
  const email = `${username}@people.test`;
  const answer = await stage.send('POST', '/users', { key: 'master', body: { username, password: PASSWORD, email } });
  if (answer.status !== 201) throw new Error(`${name} cannot be made: ${answer.text}`);
  const id = answer.body.objectId;
  await stage.sql(`update "_User" set "emailVerified" = true, "trustLevel" = $2::int, "trustPinned" = $2::int > 0, "timeZone" = 'UTC' where "objectId" = $1`, [id, trust]);
  return { name, id, username, email, isAdmin, ...traits };
}

/** A user beside the cast, who has chosen nothing. */
export async function passerBy(stage, traits = {}) {
  const person = await made(stage, 'pat', traits);
  person.token = await sessionOf(stage.send, person.id);
  return person;
}

/** Makes the cast; all link their accounts and choose their notifications. */
export async function gather(stage) {
  const cast = {};
  const email = 'mia@people.test';
  await stage.sql(`update "_User" set "email" = $2, "emailVerified" = true, "timeZone" = 'UTC' where "objectId" = $1`, [stage.keeper.id, email]);
  cast.mia = { ...stage.keeper, name: 'mia', email, isAdmin: true, is: 'the administrator who acts' };
  for (const [name, traits] of Object.entries(CAST)) cast[name] = await passerBy(stage, { ...traits, name });
  for (const [name, person] of Object.entries(cast)) person.name = name;
  await stage.run(cast.mia, 'userSetAdmin', { user: cast.ned.id, isAdmin: true, confirm: cast.ned.username });
  cast.ned.token = await sessionOf(stage.send, cast.ned.id);
  await stage.services.setUp(stage, cast.mia);
  for (const person of Object.values(cast)) {
    for (const channel of person.linked ?? []) await stage.services.link(stage, person, channel);
    if (!person.choice) continue;
    const { kinds } = await stage.run(person, 'notifyPreferencesGet');
    await stage.run(person, 'notifyPreferencesSet', { kinds: everywhere(person.choice)(kinds) });
  }
  await stage.run(cast.mia, 'userSetStatus', { user: cast.lou.id, status: 'suspended', reason: 'Sent the same report forty times.' });
  return cast;
}
