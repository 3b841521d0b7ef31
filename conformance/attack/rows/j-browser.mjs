// Section J: what a browser can be made to do. The app is the one that is shipped, in a real Chromium.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { allowed, forEach, refused, unchanged } from '../answers.mjs';
import { fresh, stranger } from '../attacked.mjs';
import { IMAGE, SCRIPT, enter, visit, violations } from '../browser.mjs';
import { notApplicable, row } from '../row.mjs';

const PAGES = ['/', '/login', '/sign-up', '/setup', '/issues', '/leaderboard', '/admin/settings', '/u/anyone', '/no/such/page'];
const originOf = ({ url }) => new URL(url).origin;
const policyOf = answer => Object.fromEntries((answer.headers.get('content-security-policy') ?? '').split(';').map(part => part.trim().split(/ (.*)/s)).map(([name, sources = '']) => [name, sources]));

/** A page of a stranger, on an origin of its own. */
async function elsewhere(html, work) {
  const server = createServer((_, answer) => answer.setHeader('Content-Type', 'text/html').end(html)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await work(`http://127.0.0.1:${server.address().port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

row('J228', 'origin reflection', async ({ server }) => {
  const app = await server('app');
  const own = originOf(app);
  await forEach(['https://evil.example', 'null', `${own}.evil.example`, own.replace('http', 'https'), 'http://127.0.0.1', 'file://'], async Origin => {
    for (const [method, path] of [['GET', '/health'], ['POST', '/functions/setupState'], ['OPTIONS', '/users'], ['GET', `${own}/`], ['GET', `${own}/login`]]) {
      const answer = await app.send(method, path, { headers: { Origin, 'Access-Control-Request-Method': 'POST' } });
      assert.equal(answer.headers.get('access-control-allow-origin'), null, `${method} ${path} opens itself to ${Origin}`);
      assert.equal(answer.headers.get('access-control-allow-credentials'), null);
    }
  });
});

row('J229', 'CSRF by a simple request', async ({ server }) => {
  const app = await server('app');
  const ada = await app.person();
  const { sessionToken } = allowed(await app.logIn(ada));
  const body = JSON.stringify({ _method: 'PUT', _ApplicationId: app.keys.appId, email: 'evil@evil.example' });
  await unchanged(app, '_User', async () => {
    refused(await app.send('POST', `/users/${ada.id}`, { app: null, body, type: 'text/plain', headers: { Origin: 'https://evil.example' } }), '400/206', '404/101', '403', '400/209', '400/119');
    // A browser in which a user is signed in sends the form of a stranger without anything that says so.
    const form = `<form method="post" enctype="text/plain" action="${app.url}/users/${ada.id}"><input name='${body.slice(0, -1)},"x":"' value='"}'></form><script>document.forms[0].submit()</script>`;
    await visit(async (page, { asked }) => {
      await page.addInitScript(([key, stored]) => localStorage.setItem(key, stored), [`Parse/${app.keys.appId}/currentUser`, JSON.stringify({ className: '_User', objectId: ada.id, username: ada.username, sessionToken })]);
      await elsewhere(form, async address => {
        const posted = page.waitForResponse(answer => answer.url().startsWith(app.url));
        await page.goto(address);
        assert.ok((await posted).status() >= 400);
      });
      assert.ok(asked.some(url => url.startsWith(app.url)), 'the form was sent');
    });
  });
});

row('J230', 'cookie creep', { note: 'and every other answer of the run is looked at for a cookie' }, async ({ server }) => {
  const app = await server('app');
  const ada = await app.person();
  for (const path of PAGES) await app.send('GET', originOf(app) + path);
  app.complain();
  await visit(async page => {
    await enter(page, originOf(app), ada);
    for (const path of PAGES) await page.goto(originOf(app) + path);
  });
});

row('J231', 'script in user content', { note: 'names of people; no page shows what testers write before there are issues, and the Markdown of those makes elements, never HTML' }, async ({ server }) => {
  const app = await server('web');
  await forEach([IMAGE, `"><script>${SCRIPT}</script>`, `javascript:${SCRIPT}`, `{{constructor.constructor('${SCRIPT}')()}}`], async username => {
    const eve = await app.person({ username: `${username}${fresh()}` });
    await visit(async page => {
      await enter(page, originOf(app), eve);
      await page.getByText(`@${eve.username}`).first().waitFor();
      await page.goto(`${originOf(app)}/u/${encodeURIComponent(eve.username)}`);
      await page.getByText(`@${eve.username}`).first().waitFor();
      assert.equal(await page.locator('#root img[src=x], #root script').count(), 0);
    });
  });
  // What is in the address is only ever shown as text.
  await visit(async page => {
    for (const path of [`/sign-up?code=${encodeURIComponent(IMAGE)}`, `/reset-password?token=${encodeURIComponent(IMAGE)}`, `/verify-email?result=${encodeURIComponent(IMAGE)}`, `/${encodeURIComponent(IMAGE)}`]) {
      await page.goto(originOf(app) + path);
      await page.locator('main').waitFor();
      assert.equal(await page.locator('#root img[src=x]').count(), 0, path);
    }
  });
});

row('J232', 'tracking pixels', { note: 'no page takes an image of a tester yet; the policy of every page is tried' }, async ({ server }) => {
  const app = await server('app');
  for (const path of PAGES) {
    assert.equal(policyOf(await app.send('GET', originOf(app) + path))['img-src'], "'self' data: blob:", path);
  }
  await visit(async page => {
    await page.goto(`${originOf(app)}/login`);
    const seen = await violations(page, () => page.evaluate(() => void (document.body.appendChild(new Image()).src = 'http://127.0.0.1:1/evil/x.png')));
    assert.match(seen.join(), /img-src .*evil/);
  });
});

row('J233', 'toast or error reflection', async ({ server }) => {
  const app = await server('app');
  const ada = await app.person();
  await visit(async page => {
    const refuse = route => route.fulfill({ status: 400, json: { code: 142, error: `No. ${IMAGE}` } });
    await page.route('**/parse/login', refuse);
    await page.goto(`${originOf(app)}/login`);
    await page.getByLabel('Username').fill('ada');
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill('not a password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText(`No. ${IMAGE}`).waitFor();
    await page.unroute('**/parse/login');
    allowed(await app.logIn(ada));
    await enter(page, originOf(app), ada);
    await page.goto(`${originOf(app)}/u/${ada.username}?tab=security`);
    await page.route('**/parse/batch', refuse);
    await page.getByRole('button', { name: 'Sign out others' }).click();
    await page.getByText(`No. ${IMAGE}`).waitFor();
    assert.equal(await page.locator('img[src=x]').count(), 0);
  });
});

row('J234', 'framing the app', async ({ server }) => {
  const app = await server('app');
  for (const path of PAGES) {
    const answer = await app.send('GET', originOf(app) + path);
    assert.equal(policyOf(answer)['frame-ancestors'], "'none'", path);
    assert.equal(answer.headers.get('x-frame-options'), 'DENY', path);
  }
  await visit(async page => {
    await elsewhere(`<iframe src="${originOf(app)}/login"></iframe>`, async address => {
      await page.goto(address);
      const framed = page.frames()[1];
      await framed.waitForLoadState();
      assert.equal(await framed.locator('form').count().catch(() => 0), 0, 'the app is shown in a frame of a stranger');
    });
  });
});

row('J235', 'open redirect', async ({ server }) => {
  const app = await server('app');
  const ada = await app.person();
  await visit(async (page, { asked }) => {
    await enter(page, originOf(app), ada);
    await forEach(['//evil.example/', 'https://evil.example/', '/\\evil.example/', '/%09/evil.example', 'javascript:window.hacked=true', '\\\\evil.example', '/..//evil.example', 'data:text/html,x'], async to => {
      const names = ['from', 'next', 'redirect', 'returnTo'].map(name => `${name}=${encodeURIComponent(to)}`);
      await page.goto(`${originOf(app)}/login?${names.join('&')}`);
      await page.getByText(`@${ada.username}`).first().waitFor();
      assert.equal(new URL(page.url()).origin, originOf(app));
    });
    assert.deepEqual(asked.filter(url => !url.startsWith(originOf(app)) && !url.startsWith('data:')), []);
  });
  for (const path of ['//evil.example/', '/%2f%2fevil.example', '/\\evil.example', '/login?from=//evil.example']) {
    const answer = await app.send('GET', originOf(app) + path);
    assert.equal(answer.headers.get('location'), null, `${path} redirects`);
  }
});

row('J236', 'third-party script', async ({ server }) => {
  const app = await server('app');
  const ada = await app.person();
  for (const path of PAGES) {
    const answer = await app.send('GET', originOf(app) + path);
    assert.equal(policyOf(answer)['script-src'], "'self'", path);
    assert.equal(policyOf(answer)['default-src'], "'none'", path);
    for (const [, source] of answer.text.matchAll(/<(?:script|link)[^>]+(?:src|href)="([^"]+)"/g)) assert.match(source, /^\/(?!\/)/, `${path} loads ${source}`);
  }
  await visit(async (page, { asked }) => {
    await enter(page, originOf(app), ada);
    for (const path of PAGES) await page.goto(originOf(app) + path);
    assert.deepEqual(asked.filter(url => !url.startsWith(`${originOf(app)}/`) && !/^(data|blob):/.test(url)), [], 'the app asks another host');
  });
});

/** Functions that are for administrators, as far as this server has them; the others are not known to it. */
const ADMIN_FUNCTIONS = ['settings', 'settingSet', 'settingHistory', 'settingRollback', 'invitationCreate', 'invitations', 'invitationRevoke', 'people', 'userSetStatus', 'userPinTrust', 'userSetAdmin', 'buildSave', 'audit', 'about', 'invariantsCheck', 'triageQueue', 'triageCase', 'issueAccept', 'issueBulk', 'dashboardAdmin', 'pointsAdjust', 'pointsReverse', 'ruleSetPublish', 'ruleSetDryRun', 'seasonSave', 'seasonSetState'];

row('J237', 'admin page by URL', async ({ server }) => {
  const app = await server('app');
  const ada = await app.person();
  const { sessionToken } = allowed(await app.logIn(ada));
  await visit(async page => {
    await enter(page, originOf(app), ada);
    await page.evaluate(key => localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)), isAdmin: true })), `Parse/${app.keys.appId}/currentUser`);
    await page.goto(`${originOf(app)}/admin/settings`);
    await page.getByRole('heading', { name: 'Object not found.' }).waitFor();
  });
  let known = 0;
  await forEach(ADMIN_FUNCTIONS, async name => {
    const answer = await app.send('POST', `/functions/${name}`, { as: sessionToken, from: stranger(), body: {} });
    refused(answer, '400/119', '400/141');
    known += answer.body.code === 119 ? 1 : 0;
  });
  assert.ok(known > 0, 'no function of administrators is there to be refused');
  refused(await app.send('PUT', `/users/${ada.id}`, { as: sessionToken, body: { isAdmin: true } }), '400/119');
});

row('J238', 'cached private answers', async ({ server }) => {
  const app = await server('app');
  const ada = await app.person();
  const { sessionToken } = allowed(await app.logIn(ada));
  for (const path of ['/users/me', '/sessions/me', `/users/${ada.id}`]) {
    assert.equal((await app.send('GET', path, { as: sessionToken })).headers.get('cache-control'), 'no-store', path);
  }
  for (const path of PAGES) {
    const answer = await app.send('GET', originOf(app) + path, { as: sessionToken });
    assert.equal(answer.headers.get('cache-control'), 'no-cache', path);
    assert.ok(!answer.text.includes(ada.username), `${path} is made for one person`);
  }
  await visit(async page => {
    await enter(page, originOf(app), ada);
    await page.goto(`${originOf(app)}/u/${ada.username}?tab=security`);
    await page.getByText(`@${ada.username}`).first().waitFor();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('form', { name: 'Sign in' }).waitFor();
    const left = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    assert.ok(!left.includes(ada.username) && !left.includes('r:'), `the browser keeps ${left}`);
    await page.goBack();
    await page.getByRole('form', { name: 'Sign in' }).waitFor();
    assert.ok(!(await page.content()).includes(ada.username), 'the back button shows what was private');
  });
});

notApplicable('J239', 'CSV formula', 'there is no export of what testers write', async ({ server }) => {
  const app = await server('app');
  for (const name of ['issuesExport', 'exportIssues', 'peopleExport', 'auditExport']) {
    refused(await app.send('POST', `/functions/${name}`, { key: 'master', body: {} }), '400/141');
  }
});

row('J240', 'token theft by XSS', { note: 'what remains if a script ran: the policy and Trusted Types stand before it, and the sessions can be ended after it' }, async ({ server }) => {
  const app = await server('app');
  const ada = await app.person();
  await visit(async page => {
    await enter(page, originOf(app), ada);
    // By an element of the page, because what the tools run is not bound by the policy.
    const tried = await page.evaluate(script => {
      const outcome = {};
      const attempt = (name, work) => {
        try {
          work();
          outcome[name] = 'done';
        } catch (error) {
          outcome[name] = error.name;
        }
      };
      attempt('html', () => (document.body.innerHTML = '<b>x</b>'));
      attempt('address', () => (document.createElement('script').src = 'https://evil.example/x.js'));
      attempt('text', () => (document.createElement('script').text = script));
      return outcome;
    }, SCRIPT);
    assert.deepEqual(tried, { html: 'TypeError', address: 'TypeError', text: 'TypeError' });
    const seen = await violations(page, () => page.evaluate(() => void fetch('http://127.0.0.1:1/evil').catch(() => undefined)));
    assert.match(seen.join(), /connect-src/);
    // A thief has the token; its owner sees the session and ends all others.
    const thief = allowed(await app.logIn(ada)).sessionToken;
    allowed(await app.send('GET', '/users/me', { as: thief }));
    await page.goto(`${originOf(app)}/u/${ada.username}?tab=security`);
    await page.getByRole('button', { name: 'Sign out others' }).click();
    await page.getByText('Session ended.').waitFor();
    refused(await app.send('GET', '/users/me', { as: thief }), '400/209', '401/209');
  });
});
