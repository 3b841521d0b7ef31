import { ok } from 'node:assert/strict';
import { becomes, flow, signIn } from '../stage/flow.mjs';
import { ADMIN, APP, READER } from '../stage/parse-dashboard.mjs';

flow('a wrong password stays at the door', { as: null }, async ({ page, shot }) => {
  await signIn(page, { ...ADMIN, pass: 'not the password' });
  await page.getByText('Invalid username or password', { exact: true }).waitFor();
  await shot('01-sign-in-refused');
});

flow(
  'a user who signs in sees the server, its version and its people',
  { as: null, differs: 'counts are exact, not what the planner of the database guesses' },
  async ({ page, shot, server }) => {
    await server.asMaster('POST', '/users', { body: { username: 'first', password: 'of many' } });
    await signIn(page, ADMIN);
    await page.getByText(APP, { exact: true }).waitFor();
    await page.getByText(server.url, { exact: true }).waitFor();
    const { parseServerVersion } = await server.asMaster('GET', '/serverInfo');
    await page.getByText(parseServerVersion, { exact: true }).waitFor();
    const [{ count }] = await server.sql('SELECT count(*) FROM "_User"');
    ok(Number(count) > 0);
    await becomes(
      'the number of users',
      () => page.getByText('total users').locator('..').innerText(),
      `${count}\ntotal users`
    );
    await shot('02-apps');
  }
);

flow(
  'a reader signs in with the read-only master key and cannot change a row',
  {
    as: READER,
    expected: [/answered 4\d\d: (PUT|POST) \/classes\/Sealed/, /status of 4\d\d/],
  },
  async ({ page, shot, server, dashboard }) => {
    const { objectId } = await server.create('Sealed', { word: 'kept' });
    await dashboard.browse('Sealed', 1);
    await dashboard.table.type(0, 'word', 'changed');
    await page
      .getByText(/read-only|permission|denied|unauthorized/i)
      .first()
      .waitFor();
    await shot('03-read-only');
    const { word } = await server.get('Sealed', objectId);
    ok(word === 'kept');
  }
);
