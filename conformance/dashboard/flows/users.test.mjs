import { deepEqual } from 'node:assert/strict';
import { becomes, flow } from '../stage/flow.mjs';

const ANNA = { username: 'anna', password: 'secret words' };

flow('a user is created in the table of users and can log in', async ({ page, shot, server, dashboard }) => {
  const { table } = dashboard;
  await dashboard.browse('_User');
  await page.getByText('Add Row', { exact: true }).click();
  await table.rows.first().waitFor();
  await table.type(0, 'username', ANNA.username);
  await table.type(0, 'password', ANNA.password);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await becomes('the users', async () => (await server.find('_User')).map(({ username }) => username), [
    'anna',
  ]);
  await shot('42-users');
  const { username } = await server.asMaster('POST', '/login', { body: ANNA });
  deepEqual(username, 'anna');
});

flow(
  'a class is browsed as a user, who sees only what is theirs',
  async ({ page, shot, server, dashboard }) => {
    const { dialog, table } = dashboard;
    const { objectId } = await server.asMaster('POST', '/users', { body: ANNA });
    await server.create('Letter', { to: 'anna', ACL: { [objectId]: { read: true } } });
    await server.create('Letter', { to: 'another user', ACL: {} });
    await dashboard.browse('Letter', 2);
    await dashboard.menu('Browse', 'As User');
    await dialog.box.locator('input').first().fill(ANNA.username);
    await dialog.box.locator('input').nth(1).fill(ANNA.password);
    await shot('43-log-in-as');
    await dialog.box.getByRole('button').last().click();
    await becomes('the letters', () => table.texts('to'), ['anna']);
    await shot('44-as-a-user');
  }
);
