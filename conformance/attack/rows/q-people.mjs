// Section Q, second part: what reaches people, and what strangers could do with it.
import assert from 'node:assert/strict';
import { eventually } from '../../harness/expectations.mjs';
import { allowed, forEach, refused } from '../answers.mjs';
import { fresh, pointer } from '../attacked.mjs';
import { reach } from '../reach.mjs';
import { row } from '../row.mjs';

const FORBIDDEN = ['400/119', '403/119', '403', '404/101', '400/101'];
const QUESTION = 'Which wallet was connected when it happened?';


/** A tester whose address is verified. */
async function reachable(programme, fields = {}) {
  const email = `${fresh('m')}@people.test`;
  const someone = await programme.tester(3, { email, ...fields });
  await programme.server.sql(`update "_User" set "emailVerified" = true where "objectId" = $1`, [someone.id]);
  return { ...someone, email };
}

/** The next mail to a user, after so many. */
const mailTo = (programme, { email }, count = 1) => eventually(() => programme.server.services.post.to(email)[count - 1], `mail ${count} to ${email}`, 15_000);

/** Asks a reporter something, which is mailed at once; gives the mail. */
async function asked(programme, who, fields) {
  const { number } = await programme.report(who, fields);
  const before = programme.server.services.post.to(who.email).length;
  await programme.run(programme.keeper, 'issueAskInfo', { number, question: QUESTION });
  return { number, mail: await mailTo(programme, who, before + 1) };
}

/** The address in the header of a mail that takes its reader off the list. */
const unsubscribeOf = ({ headers }) => /<(https?:[^>]+)>/.exec(headers['list-unsubscribe'] ?? '')?.[1];

const ONE_CLICK = { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'List-Unsubscribe=One-Click' };

row('Q350', 'header injection by mail', { note: 'titles, names and questions are words of strangers; they stay in their line and in their place' }, async ({ server }) => {
  const programme = await reach(server);
  const rin = await reachable(programme);
  const nasty = ['Stale quote\r\nBcc: evil@evil.example', 'Stale quote\nX-Injected: yes and more', 'Stale <script>alert(1)</script> quote', 'Stale quote =?utf-8?q?=0D=0ABcc:_evil@evil.example?= here', 'Stale \u2028Bcc: evil@evil.example quote'];
  await forEach(nasty, async title => {
    const made = await programme.ask(rin, 'issueSubmit', { kind: 'bug', title, body: 'After a minute the quote is refused, although the page still shows it.', area: 'swap', build: programme.builds[0].id });
    if (made.status !== 200) return refused(made, '400/142');
    const before = programme.server.services.post.to(rin.email).length;
    await programme.run(programme.keeper, 'issueAskInfo', { number: made.body.result.number, question: QUESTION });
    const { headers, raw, html } = await mailTo(programme, rin, before + 1);
    assert.equal(headers.bcc, undefined);
    assert.equal(headers['x-injected'], undefined);
    assert.ok(!/^(bcc|x-injected):/im.test(raw.split('\r\n\r\n')[0]), raw.slice(0, 500));
    assert.ok(!html.includes('<script'), 'a script is in the mail');
  });
  assert.equal(programme.server.services.post.to('evil@evil.example').length, 0);
});

row('Q351', 'unsubscribing another user', { note: 'a link names one event of one person and is signed; a look at it changes nothing, since scanners of mails look at every link' }, async ({ server }) => {
  const programme = await reach(server);
  const [ada, rin] = [await reachable(programme), await reachable(programme)];
  const [{ mail }, { mail: other }] = [await asked(programme, ada), await asked(programme, rin)];
  const [link, theirs] = [mail, other].map(unsubscribeOf);
  assert.ok(link, `no link in ${JSON.stringify(mail.headers)}`);
  assert.equal(mail.headers['list-unsubscribe-post'], 'List-Unsubscribe=One-Click');
  assert.notEqual(link, theirs);
  const token = new URL(link).pathname.split('/').at(-1);
  assert.ok(token.length >= 32, 'the token is short');
  for (const secret of [ada.email, ada.username]) assert.ok(!decodeURIComponent(link).includes(secret), 'the link names its reader');
  const choices = async who => JSON.stringify((await programme.run(who, 'notifyPreferencesGet')).kinds);
  const before = [await choices(ada), await choices(rin)];
  const flipped = index => token.slice(0, index) + (token[index] === 'A' ? 'B' : 'A') + token.slice(index + 1);
  const guesses = ['', 'x', token.slice(0, -4), `${token}AAAA`, flipped(2), flipped(Math.floor(token.length / 2)), flipped(token.length - 3), token.toLowerCase(), `${token.slice(0, 20)}${new URL(theirs).pathname.split('/').at(-1).slice(20)}`, '..%2f..%2fx', '%00', 'x'.repeat(5000)];
  await forEach(guesses, async guess => {
    const answer = await fetch(new URL(guess || './', link), ONE_CLICK);
    assert.ok([400, 404, 405, 414].includes(answer.status), `${answer.status}`);
  });
  for (const method of ['GET', 'HEAD']) assert.ok((await fetch(link, { method })).status < 400);
  assert.equal((await fetch(link, { method: 'PUT' })).status >= 400, true);
  assert.deepEqual([await choices(ada), await choices(rin)], before, 'a user was unsubscribed');
  allowed(await fetch(link, ONE_CLICK).then(answer => ({ status: answer.status, asked: link })), 200, 202, 204);
  assert.notEqual(await choices(ada), before[0]);
  assert.equal(await choices(rin), before[1], 'another user was unsubscribed too');
});

row('Q352', 'forged words about mail', { note: 'what becomes of an address is reported with a key that an administrator made for it' }, async ({ server }) => {
  const programme = await reach(server);
  const ada = await reachable(programme);
  const origin = new URL(programme.server.url).origin;
  const event = { address: ada.email, kind: 'complaint', permanent: true, at: new Date().toISOString() };
  const tell = headers => programme.server.send('POST', `${origin}/api/v1/mail-events`, { app: null, headers, body: event });
  const eve = await programme.tester();
  for (const headers of [{}, { Authorization: `Bearer ${eve.token}` }, { 'X-Parse-Session-Token': eve.token }, { 'X-Parse-Master-Key': 'guess' }]) {
    assert.equal((await tell(headers)).status, 401);
  }
  const { mail } = await programme.run(ada, 'notifyPreferencesGet');
  assert.equal(mail.state, 'ok');
});

row('Q353', "another person's notifications", async ({ server }) => {
  const programme = await reach(server);
  const [ada, eve] = [await reachable(programme), await programme.tester()];
  await asked(programme, ada);
  const { rows } = await programme.run(ada, 'notificationList', { bucket: 'action' });
  const [{ id }] = rows;
  const state = async () => JSON.stringify((await programme.run(ada, 'notificationList', { bucket: 'action' })).rows);
  const before = await state();
  for (const [name, params] of [['notificationRead', { ids: [id] }], ['notificationDone', { id }]]) {
    const answer = await programme.ask(eve, name, params);
    if (answer.status !== 200) refused(answer, FORBIDDEN, '400/142');
  }
  const found = await programme.server.send('GET', '/classes/Notification', { as: eve });
  if (found.status === 200) assert.deepEqual(found.body.results, []);
  refused(await programme.server.send('GET', `/classes/Notification/${id}`, { as: eve }), FORBIDDEN);
  for (const [method, path, body] of [['PUT', `/classes/Notification/${id}`, { readAt: null }], ['DELETE', `/classes/Notification/${id}`], ['POST', '/classes/Notification', { user: pointer('_User', ada.id), event: 'info_asked' }]]) {
    for (const who of [eve, ada]) refused(await programme.server.send(method, path, { as: who, body }), FORBIDDEN);
  }
  assert.equal(await state(), before);
  for (const name of ['announcementSave', 'announcementPublish', 'announcementSchedule', 'announcementRemove', 'announcementPreview', 'webhookList', 'apiKeyList', 'chatServices', 'trackerList', 'trackerProposals', 'mailTest']) {
    refused(await programme.ask(eve, name, {}), FORBIDDEN, '400/107');
  }
});

row('Q354', 'a storm of comments', { note: 'one mail for an issue and hour; the rest waits for the digest' }, async ({ server }) => {
  const programme = await reach(server);
  const [ada, eve] = [await reachable(programme), await programme.tester()];
  const { number } = await programme.report(ada);
  for (let time = 0; time < 8; time += 1) await programme.run(eve, 'commentAdd', { number, body: `Have you seen this, @${ada.username}? It is number ${time}.` });
  await mailTo(programme, ada);
  const idle = async () => (await programme.server.sql(`select count(*)::int as open from _touchstone.delivery where receiver = $1 and state in ('waiting', 'sending')`, [ada.id]))[0].open === 0;
  await eventually(idle, 'all mails are planned', 15_000);
  assert.equal(programme.server.services.post.to(ada.email).filter(({ text, subject }) => `${subject}${text}`.includes(`${number}`)).length, 1);
  const { rows } = await programme.run(ada, 'notificationList', { bucket: 'news' });
  assert.equal(rows.filter(({ kind }) => kind === 'mention').length, 1, 'one row that counts');
});

row('Q355', 'titles of private reports', { note: 'in no mail, push, webhook or chat, and only for the reporter and administrators' }, async ({ server }) => {
  const programme = await reach(server);
  const ada = await reachable(programme);
  const word = fresh('withdrawals');
  const { services } = programme.server;
  const { mail, number } = await asked(programme, ada, { private: true, title: `all users’ ${word} can be taken`, body: `The ${word} of others can be taken by any user who asks twice.` });
  assert.ok(!mail.raw.includes(word) && !mail.text.includes(word) && !mail.html.includes(word), 'the title is in the mail');
  const eve = await programme.tester();
  for (const bucket of ['action', 'news']) assert.ok(!(await programme.ask(eve, 'notificationList', { bucket })).text.includes(word));
  const everything = JSON.stringify([services.push.received, services.heard()]);
  assert.ok(!everything.includes(word), 'the title left the house');
  assert.ok(mail.text.includes(`/issues/${number}`));
});
