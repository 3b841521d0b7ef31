// Section C, second part: mails, and the pages their links lead to.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../../harness/expectations.mjs';
import { alike, allowed, forEach, outcome, refused, unchanged } from '../answers.mjs';
import { fresh, stranger } from '../attacked.mjs';
import { exchange, request } from '../raw.mjs';
import { row } from '../row.mjs';

const strong = () => fresh('Nv7-');

/** A user with an address, whose first mail has come. */
async function addressee(server, fields = {}) {
  const email = `${fresh('ada')}@example.com`;
  const person = await server.person({ email, ...fields });
  await server.mail.next(email);
  return { ...person, email };
}

/** The link of a mail, and the token in it. */
function linkIn(server, mail) {
  const [link] = mail.text.match(/https?:\/\/[^\s"<>]*(request_password_reset|verify_email)[^\s"<>]*/) ?? [];
  assert.ok(link, `there is no link in the mail: ${mail.text.slice(0, 300)}`);
  const url = new URL(link.replaceAll('&amp;', '&'));
  return { url, token: server.keepSecret(url.searchParams.get('token')) };
}

/** Lets a link be two minutes older than it is: one that was just sent is left alone. */
function aged(server, person, column) {
  return server.sql(`UPDATE "_User" SET "${column}" = "${column}" - interval '2 minutes' WHERE "objectId" = $1`, [person.id]);
}

/** Asks for a reset and gives the token that is mailed. */
async function resetToken(server, person) {
  const before = server.mail.to(person.email).length;
  allowed(await server.send('POST', '/requestPasswordReset', { body: { email: person.email } }));
  return linkIn(server, await server.mail.next(person.email, before + 1));
}

/** Follows a link as a browser does: to a page, or by a redirect to the app that shows it. */
async function followed(server, url) {
  const first = await server.send('GET', url.href, { app: null });
  if (first.status !== 303) return { first, page: first };
  const place = new URL(first.headers.get('location'));
  assert.equal(place.host, url.host, 'the link leads elsewhere');
  return { first, page: await server.send('GET', place.href, { app: null }) };
}

const FORM = 'application/x-www-form-urlencoded';

/** Posts the form of the reset page. */
function reset(server, fields, headers = {}) {
  const body = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString();
  return server.send('POST', `/apps/${server.keys.appId}/request_password_reset`, { app: null, type: FORM, body, headers });
}

const XHR = { 'X-Requested-With': 'XMLHttpRequest' };

/** The password must still be the old one. */
async function stillWorks(server, person) {
  allowed(await server.logIn(person, { from: person.address }));
}

row('A22', 'host header poisoning', async ({ server }) => {
  const mail = await server('mail');
  const ada = await addressee(mail);
  const { host } = new URL(mail.url);
  for (const lines of [['Host: evil.example'], [`Host: ${host}`, 'X-Forwarded-Host: evil.example', 'Forwarded: host=evil.example'], ['Host: evil.example:443', 'X-Forwarded-Proto: https']]) {
    const before = mail.mail.to(ada.email).length;
    const body = JSON.stringify({ email: ada.email });
    const head = ['POST /parse/requestPasswordReset HTTP/1.1', ...lines, `X-Parse-Application-Id: ${mail.keys.appId}`, `X-Forwarded-For: 20.0.${before}.9`, 'Content-Type: application/json', `Content-Length: ${body.length}`, 'Connection: close', '', body];
    await aged(mail, ada, '_perishable_token_expires_at');
    const { status } = await exchange(mail, head.join('\r\n'));
    assert.ok([200, 400].includes(status), `answered ${status}`);
    if (status === 400) continue;
    const sent = await mail.mail.next(ada.email, before + 1);
    assert.ok(!sent.raw.includes('evil.example'), 'the link of the mail leads to the host of the attacker');
    assert.equal(linkIn(mail, sent).url.host, host);
  }
});

row('C66', 'e-mail enumeration, verification', async ({ server }) => {
  const mail = await server('mail');
  const [waiting, verified] = [await addressee(mail), await addressee(mail)];
  await aged(mail, waiting, '_email_verify_token_expires_at');
  const link = linkIn(mail, mail.mail.to(verified.email)[0]);
  allowed((await followed(mail, link.url)).page);
  await eventually(async () => (await mail.stored('_User', verified.id)).emailVerified === true, 'the verification');
  const unknown = `${fresh('missing')}@example.com`;
  const answers = [];
  for (const email of [waiting.email, verified.email, unknown]) answers.push(await mail.send('POST', '/verificationEmailRequest', { body: { email } }));
  for (const answer of answers) assert.deepEqual([outcome(answer), answer.text], ['200', '{}']);
  await mail.mail.next(waiting.email, 2);
  await pause(300);
  assert.deepEqual([mail.mail.to(verified.email).length, mail.mail.to(unknown).length], [1, 0], 'a mail went to a user who should get none');
  // No user is buried in mail: not by a decoy beside the address, not by the page, not from many places.
  const victim = await addressee(mail);
  const asked = [];
  for (let call = 0; call < 24; call += 1) asked.push(await mail.send('POST', '/verificationEmailRequest', { body: { email: victim.email, username: fresh('decoy') } }));
  assert.ok(asked.filter(({ status }) => status === 429).length >= 20, `a decoy hides whom it is about: ${asked.map(({ status }) => status)}`);
  const form = new URLSearchParams({ username: victim.username }).toString();
  const page = from => mail.send('POST', `/apps/${mail.keys.appId}/resend_verification_email`, { app: null, type: FORM, body: form, from });
  const from = stranger();
  const pages = [];
  for (let call = 0; call < 30; call += 1) pages.push((await page(from)).status);
  assert.ok(pages.filter(status => status === 429).length >= 20, `the page is not charged: ${pages}`);
  // Not all at once: that is refused as too many in flight, no matter who asks.
  const reads = [];
  const read = () => mail.send('GET', `/apps/${mail.keys.appId}/request_password_reset?token=x`, { app: null, from });
  for (let group = 0; group < 16; group += 1) reads.push(...(await Promise.all(Array.from({ length: 50 }, read))));
  assert.ok(reads.some(({ status }) => status === 429), 'pages are served without limit');
  await pause(500);
  assert.equal(mail.mail.to(victim.email).length, 1, 'links that were just sent were replaced');
  await aged(mail, victim, '_email_verify_token_expires_at');
  allowed(await mail.send('POST', '/verificationEmailRequest', { key: 'master', body: { email: victim.email } }));
  await mail.mail.next(victim.email, 2);
});

row('C67', 'e-mail enumeration, resend page', async ({ server }) => {
  const mail = await server('mail');
  const ada = await addressee(mail);
  const resend = username => mail.send('POST', `/apps/${mail.keys.appId}/resend_verification_email`, { app: null, type: FORM, body: new URLSearchParams({ username }).toString() });
  const [known, unknown] = [await resend(ada.username), await resend(fresh('missing'))];
  const shape = answer => [answer.status, answer.headers.get('location')?.replace(/username=[^&]*/, ''), answer.text.replace(/username=[^&"]*/g, '')];
  assert.deepEqual(shape(known), shape(unknown));
  assert.ok([200, 303].includes(known.status), `answered ${known.status}`);
});

row('C68', 'e-mail enumeration, reset', { alone: true, note: 'bound: medians of 12 calls within 40 % or 5 ms of each other; each call from its own address' }, async ({ server }) => {
  const mail = await server('mail');
  const people = await Promise.all(Array.from({ length: 14 }, () => addressee(mail)));
  let turn = 0;
  const ask = email => mail.send('POST', '/requestPasswordReset', { body: { email } });
  const answers = await alike({ known: () => ask(people[turn++ % 14].email), unknown: () => ask(`${fresh('missing')}@example.com`) }, { calls: 12, share: 0.4, ms: 5 });
  for (const answer of answers) refused(answer, '200', '429/155', '429/100');
  assert.equal(new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text)).size, 1);
  const victim = await addressee(mail);
  const asked = [];
  for (let call = 0; call < 24; call += 1) asked.push(await mail.send('POST', '/requestPasswordReset', { body: { email: victim.email, username: fresh('decoy') } }));
  assert.ok(asked.filter(({ status }) => status === 429).length >= 20, `a decoy hides whom it is about: ${asked.map(({ status }) => status)}`);
  const { token } = linkIn(mail, await mail.mail.next(victim.email, 2));
  await pause(300);
  assert.equal(mail.mail.to(victim.email).length, 2, 'each request replaced the link before it');
  assert.equal((await reset(mail, { token, new_password: strong() }, XHR)).status, 200, 'the first link no longer works');
});

row('C71', 'reset token of wrong type', async ({ server }) => {
  const mail = await server('mail');
  const ada = await addressee(mail);
  await resetToken(mail, ada);
  const new_password = strong();
  await unchanged(mail, '_User', async () => {
    const forms = ['token[$regex]=^a', 'token[$ne]=x', 'token[]=a&token[]=b', 'token=', 'token=&token=x', 'token=null', 'token=undefined', 'token[%24exists]=true', 'token=%00'];
    await forEach(forms, async form => {
      const page = await reset(mail, `${form}&new_password=${new_password}`);
      assert.ok(!/success/i.test(page.headers.get('location') ?? '') && !/successfully|has been (changed|reset|updated)/i.test(page.text), `accepted: ${page.text.slice(0, 200)}`);
      const told = await reset(mail, `${form}&new_password=${new_password}`, XHR);
      assert.ok(told.status >= 400 && told.status < 500, `answered ${told.status} ${told.text}`);
    });
    for (const token of [{}, [], { $ne: 1 }, { $regex: '^' }, 5, null, true]) {
      const answer = await mail.send('POST', `/apps/${mail.keys.appId}/request_password_reset`, { app: null, body: { token, new_password }, headers: XHR });
      assert.ok(answer.status >= 400 && answer.status < 500, `answered ${answer.status} ${answer.text}`);
    }
    for (const query of ['token[$regex]=^', 'token=', '']) {
      const page = await mail.send('GET', `/apps/${mail.keys.appId}/verify_email?${query}`, { app: null });
      assert.ok(!/success/i.test(page.headers.get('location') ?? '') && page.status < 500, page.text.slice(0, 100));
    }
  });
  await stillWorks(mail, ada);
});

row('C72', 'reset token used twice at once', async ({ server }) => {
  const mail = await server('mail');
  const ada = await addressee(mail);
  const { token } = await resetToken(mail, ada);
  const passwords = Array.from({ length: 20 }, strong);
  const answers = await Promise.all(passwords.map(new_password => reset(mail, { token, new_password }, XHR)));
  const winners = passwords.filter((_, index) => answers[index].status === 200);
  assert.equal(winners.length, 1, `${winners.length} of 20 parallel resets succeeded: ${answers.map(({ status }) => status)}`);
  allowed(await mail.logIn({ ...ada, password: mail.keepSecret(winners[0]) }, { from: ada.address }));
  assert.equal((await reset(mail, { token, new_password: strong() }, XHR)).status, 400);
});

row('C73', 'stale reset token', { note: 'its age is moved back in the database, because a test does not wait for an hour' }, async ({ server }) => {
  const mail = await server('mail');
  const stale = {
    'after a newer request': async ada => {
      await aged(mail, ada, '_perishable_token_expires_at');
      await resetToken(mail, ada);
    },
    'after a change of the password': async ada => {
      ada.password = mail.keepSecret(strong());
      allowed(await mail.send('PUT', `/users/${ada.id}`, { key: 'master', body: { password: ada.password } }));
    },
    'after a change of the address': async ada => void allowed(await mail.send('PUT', `/users/${ada.id}`, { key: 'master', body: { email: `${fresh('new')}@example.com` } })),
    'after an hour': ada => mail.sql(`UPDATE "_User" SET _perishable_token_expires_at = now() - interval '1 minute' WHERE "objectId" = $1`, [ada.id]),
  };
  await forEach(Object.keys(stale), async name => {
    const ada = await addressee(mail);
    const { token, url } = await resetToken(mail, ada);
    await stale[name](ada);
    const page = await mail.send('GET', url.href, { app: null });
    assert.ok(!/name="?new_password|type="?password/i.test(page.text), 'the form is still shown');
    assert.equal((await reset(mail, { token, new_password: strong() }, XHR)).status, 400);
    await stillWorks(mail, ada);
  });
  const ada = await addressee(mail);
  const { token } = await resetToken(mail, ada);
  const { _perishable_token } = await mail.stored('_User', ada.id);
  assert.ok(_perishable_token && !_perishable_token.includes(token), 'the token is kept in a form that works');
});

row('C74', 'reset token leakage', async ({ server }) => {
  const mail = await server('mail');
  const ada = await addressee(mail);
  const { url, token } = await resetToken(mail, ada);
  const { first, page } = await followed(mail, url);
  allowed(page);
  for (const { headers } of [first, page]) assert.equal(headers.get('referrer-policy'), 'no-referrer');
  assert.match(first.headers.get('cache-control'), /no-store/);
  const foreign = [...page.text.matchAll(/(?:src|href|action)\s*=\s*["']?(https?:)?\/\/([^/"'\s>]+)/gi)].map(([, , host]) => host).filter(host => host !== url.host);
  assert.deepEqual(foreign, [], 'the page loads something from elsewhere');
  if (page === first) {
    assert.ok(!/<script/i.test(page.text), 'the page has a script');
  } else {
    assert.ok(!page.text.includes(token), 'the page of the app is kept with the token in it');
    assert.match(page.headers.get('content-security-policy'), /^default-src 'none'; script-src 'self'; .*connect-src 'self';/);
  }
  await eventually(() => mail.log().includes('request_password_reset') || mail.log().length > 0, 'the log');
  assert.ok(!mail.log().includes(token), 'the token is in the log');
});

row('C75', 'sessions after reset', async ({ server }) => {
  const mail = await server('mail');
  const ada = await addressee(mail);
  allowed(await mail.send('GET', '/users/me', { as: ada }));
  const { token } = await resetToken(mail, ada);
  const new_password = mail.keepSecret(strong());
  assert.equal((await reset(mail, { token, new_password }, XHR)).status, 200);
  refused(await mail.send('GET', '/users/me', { as: ada }), '400/209');
  assert.deepEqual(await mail.sql('SELECT 1 FROM "_Session" WHERE "user" = $1', [ada.id]), []);
  refused(await mail.logIn(ada, { from: ada.address }), '404/101');
});

row('C76', 'script in account pages', async ({ server }) => {
  const mail = await server('mail');
  const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>'`;
  const ada = await addressee(mail);
  const { url } = await resetToken(mail, ada);
  const q = encodeURIComponent(evil);
  const pages = [
    url.href,
    `/apps/${mail.keys.appId}/request_password_reset?token=${q}&error=${q}&username=${q}&locale=${q}`,
    `/apps/${mail.keys.appId}/verify_email?token=${q}&username=${q}`,
    `/apps/choose_password?appId=${mail.keys.appId}&token=${q}&error=${q}&username=${q}`,
    `/apps/password_reset_link_invalid.html?error=${q}&appId=${q}`,
    `/apps/${q}/request_password_reset?token=x`,
  ];
  await forEach(pages, async path => {
    const page = await mail.send('GET', path, { app: null });
    assert.ok(page.status < 500);
    assert.ok(!/<script|<img src=x|<b>Attacked/i.test(page.text), `unescaped: ${page.text.slice(0, 300)}`);
    if (/text\/html/.test(page.headers.get('content-type'))) {
      const policy = page.headers.get('content-security-policy') ?? '';
      assert.match(policy, /default-src 'none'/);
      assert.ok(!/unsafe-inline|script-src/.test(policy), policy);
      assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
    }
  });
  const posted = await reset(mail, { token: evil, new_password: evil, username: evil, error: evil });
  assert.ok(!/<script|<img src=x/i.test(posted.text));
  const { raw } = mail.mail.to(ada.email).at(-1);
  assert.ok(!/<script|<img src=3Dx|<img src=x/i.test(raw.split(/text\/html/i)[1] ?? ''), 'the mail carries a name unescaped');
});

row('C77', 'path traversal in account pages', async ({ server }) => {
  const mail = await server('mail');
  const paths = ['..%2f..%2fetc/passwd', '..%2f..%2f..%2f..%2fetc%2fpasswd', '%2e%2e/%2e%2e/etc/passwd', '....//....//etc/passwd', '/etc/passwd', '..%5c..%5cetc', 'x%00.html', `${mail.keys.appId}/..%2f..%2fCargo.toml`];
  await forEach(paths, async path => {
    const { status, text } = await exchange(mail, request(mail, 'GET', `/apps/${path}`), { closesWithin: 1 });
    assert.ok([400, 403, 404].includes(status), `answered ${status}`);
    assert.ok(!/root:|\[package\]/.test(text));
  });
  for (const locale of ['../../x', '..%2f..%2fetc', 'de/../../x', 'x'.repeat(1000), '%00']) {
    const page = await mail.send('GET', `/apps/${mail.keys.appId}/verify_email?token=x&locale=${locale}`, { app: null });
    assert.ok(page.status < 500 && !/root:/.test(page.text), `answered ${page.status}`);
  }
});

row('C78', 'header injection in account pages', async ({ server }) => {
  const mail = await server('mail');
  const evil = 'a%0d%0aSet-Cookie:%20x=y%0d%0a%0d%0a<b>';
  for (const path of [`/apps/${mail.keys.appId}/verify_email?token=${evil}&username=${evil}`, `/apps/${mail.keys.appId}/request_password_reset?username=${evil}&token=${evil}&locale=${evil}&error=${evil}`, `/apps/choose_password?appId=${mail.keys.appId}&username=${evil}`]) {
    const { head, status } = await exchange(mail, request(mail, 'GET', path), { closesWithin: 1 });
    assert.ok(status < 500, `answered ${status}`);
    assert.ok(!/^set-cookie:/im.test(head), 'a header was injected');
  }
  const form = `username=${evil}`;
  const { head } = await exchange(mail, request(mail, 'POST', `/apps/${mail.keys.appId}/resend_verification_email`, [`Content-Type: ${FORM}`, `Content-Length: ${form.length}`], form), { closesWithin: 1 });
  assert.ok(!/^set-cookie:/im.test(head), 'a header was injected');
});

row('C79', 'password change with a stolen session', { note: 'the product asks for a sign-in of the last five minutes; everywhere every other session ends with the old password' }, ({ both }) =>
  both(async server => {
    const ada = await server.person();
    if (server.name === 'product') {
      const body = { password: server.keepSecret(strong()) };
      await staleIsRefused(server, ada, body);
      await staleIsRefused(server, ada, { 'password.x': 'y', ...body });
    }
    const second = allowed(await server.logIn(ada, { from: ada.address })).sessionToken;
    allowed(await server.send('GET', '/users/me', { as: second }));
    const password = server.keepSecret(strong());
    const changed = allowed(await server.send('PUT', `/users/${ada.id}`, { as: ada, body: { password } }));
    for (const token of [second, ada.token]) {
      const answer = await server.send('GET', '/users/me', { as: token });
      if (token !== changed.sessionToken) refused(answer, '400/209');
    }
    refused(await server.logIn(ada, { from: ada.address }), '404/101');
    const eve = await server.person();
    await unchanged(server, '_User', async () => {
      refused(await server.send('PUT', `/users/${ada.id}`, { as: eve, body: { password: strong() } }), '404/101', '400/206', '400/119');
      refused(await server.send('PUT', `/users/${ada.id}`, { body: { password: strong() } }), '404/101', '400/206', '400/119');
    });
  })
);

row('C80', 'e-mail change with a stolen session', { note: 'the product asks for a sign-in of the last five minutes; a new address is not verified, and the old one is notified' }, async ({ server }) => {
  const mail = await server('mail');
  const ada = await addressee(mail);
  await staleIsRefused(mail, ada, { email: `${fresh('thief')}@example.com` });
  await staleIsRefused(mail, ada, { email: null });
  await staleIsRefused(mail, ada, { authData: { wallet: { family: 'evm' } } });
  allowed((await followed(mail, linkIn(mail, mail.mail.to(ada.email)[0]).url)).page);
  await eventually(async () => (await mail.stored('_User', ada.id)).emailVerified === true, 'the verification');
  const next = `${fresh('eve')}@example.com`;
  mail.keepSecret(next);
  allowed(await mail.send('PUT', `/users/${ada.id}`, { as: ada, body: { email: next } }));
  assert.equal((await mail.stored('_User', ada.id)).emailVerified, false, 'the new address counts as verified');
  const { url } = linkIn(mail, await mail.mail.next(next));
  assert.equal(mail.mail.to(ada.email).filter(({ text }) => text.includes(url.searchParams.get('token'))).length, 0);
  const told = () => mail.mail.to(ada.email).find(({ text }) => text.includes('was changed'));
  const { text } = await eventually(told, 'the mail to the old address', 15_000);
  assert.ok(!text.includes(next), 'the old address learns the new one');
});

/** What a session of six minutes ago, or one that it leads to, must not be enough for. */
async function staleIsRefused(server, person, body) {
  const stolen = await server.oldSession(person, 6);
  await unchanged(server, '_User', async () => {
    refused(await server.send('PUT', `/users/${person.id}`, { as: stolen, body }), '400/142');
    refused(await server.send('PUT', `/classes/_User/${person.id}`, { as: stolen, body }), '400/142');
    const { sessionToken } = allowed(await server.send('POST', '/sessions', { as: stolen, body: {} }));
    for (const token of [sessionToken, allowed(await server.send('POST', '/upgradeToRevocableSession', { as: sessionToken, body: {} })).sessionToken]) {
      server.keepSecret(token);
      refused(await server.send('PUT', `/users/${person.id}`, { as: token, body }), '400/142');
    }
    const batch = { requests: [{ method: 'PUT', path: `/parse/users/${person.id}`, body }] };
    const [{ error }] = allowed(await server.send('POST', '/batch', { as: stolen, body: batch }));
    assert.equal(error?.code, 142);
  });
}
