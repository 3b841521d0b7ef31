import { deepEqual } from 'node:assert/strict';
import { becomes, flow } from '../stage/flow.mjs';

async function parameters(server, key) {
  const { body } = await server.send('GET', '/config', { key });
  return body.params;
}

flow(
  'a parameter is created, changed, hidden from clients and deleted',
  async ({ page, shot, server, dashboard }) => {
    const { dialog } = dashboard;
    await dashboard.open('config');
    await page.getByText('Create a parameter', { exact: true }).last().click();
    await dialog.fill('Parameter Name', 'welcome');
    await dialog.fill('Value', 'hello');
    await shot('31-create-parameter');
    await dialog.press('Create');
    await becomes('what a client gets', () => parameters(server), { welcome: 'hello' });
    await page.getByText('welcome', { exact: true }).waitFor();
    const [{ params }] = await server.sql('SELECT params FROM "_GlobalConfig"');
    deepEqual(params, { welcome: 'hello' });
    await shot('32-parameters');

    await page.getByText('welcome', { exact: true }).click();
    await dialog.fill('Value', 'good morning');
    await dialog.turn('Requires master key?', 'Yes');
    await shot('33-change-parameter');
    await dialog.press('Save');
    await becomes('what a client gets', () => parameters(server), {});
    deepEqual(await parameters(server, 'master'), { welcome: 'good morning' });
    const [row] = await server.sql('SELECT params, "masterKeyOnly" FROM "_GlobalConfig"');
    deepEqual(row, { params: { welcome: 'good morning' }, masterKeyOnly: { welcome: true } });

    await page.locator('tr', { hasText: 'welcome' }).locator('a').last().click();
    await dialog.fill('Confirm this action', 'welcome');
    await shot('34-delete-parameter');
    await dialog.press('Delete');
    await becomes('what is left', () => parameters(server, 'master'), {});
    await page.getByText('welcome', { exact: true }).waitFor({ state: 'detached' });
  }
);

flow('a parameter of each type comes out as it was put in', async ({ page, shot, server, dashboard }) => {
  const { dialog } = dashboard;
  const typed = {
    Number: ['12.5', 12.5],
    Object: ['{"a": {"b": [1]}}', { a: { b: [1] } }],
    Array: ['[1, "two"]', [1, 'two']],
  };
  await dashboard.open('config');
  for (const [type, [text]] of Object.entries(typed)) {
    await page.getByText('Create a parameter', { exact: true }).last().click();
    await dialog.fill('Parameter Name', `a${type}`);
    await dialog.choose('Type', type);
    await dialog.fill('Value', text);
    await dialog.press('Create');
    await dialog.closed();
  }
  const wanted = Object.fromEntries(Object.entries(typed).map(([type, [, value]]) => [`a${type}`, value]));
  await becomes('what a client gets', () => parameters(server), wanted);
  await shot('35-parameters-of-each-type');
});
