import { deepEqual, equal } from 'node:assert/strict';
import { becomes, flow, until } from '../stage/flow.mjs';

flow(
  'class-level permissions are changed, and a client feels it',
  async ({ page, shot, server, dashboard }) => {
    const className = 'Gated';
    const { dialog } = dashboard;
    await server.create(className, { word: 'open' });
    equal((await server.send('GET', `/classes/${className}`)).body.results.length, 1);
    await dashboard.browse(className, 1);
    await dashboard.menu('Security', 'Class Level Permissions');
    await dialog.title('Edit Class Level Permissions');
    await dialog.permission('Public', 'Write').click();
    await shot('25-permissions');
    await dialog.press('Save CLP');
    await until('the permissions', async () => {
      const { create, update, delete: remove } = (await server.schema(className)).classLevelPermissions;
      return [create, update, remove].every(allowed => !allowed['*']);
    });
    const { find, get, count } = (await server.schema(className)).classLevelPermissions;
    deepEqual([find, get, count], [{ '*': true }, { '*': true }, { '*': true }]);
    equal((await server.send('GET', `/classes/${className}`)).body.results.length, 1);
    equal((await server.send('POST', `/classes/${className}`, { body: { word: 'no' } })).body.code, 119);
    await page.getByText('Public Read enabled').waitFor();
  }
);

flow('reading is taken from the public and given to a role', async ({ shot, server, dashboard }) => {
  const className = 'Roled';
  const role = 'keepers';
  const { dialog } = dashboard;
  await server.asMaster('POST', '/roles', { body: { name: role, ACL: { '*': { read: true } } } });
  await server.create(className, {});
  await dashboard.browse(className, 1);
  await dashboard.menu('Security', 'Class Level Permissions');
  await dialog.permission('Public', 'Read').click();
  const entry = dialog.box.getByPlaceholder('Role, User, or Pointer…');
  await entry.fill(`role:${role}`);
  await entry.press('Enter');
  // Anyone with access may read, unless the tick is taken away.
  await dialog.permission(role, 'Read').waitFor();
  await shot('26-permissions-of-a-role');
  await dialog.press('Save CLP');
  await becomes('who finds', async () => (await server.schema(className)).classLevelPermissions.find, {
    [`role:${role}`]: true,
  });
  equal((await server.send('GET', `/classes/${className}`)).body.code, 119);
});

flow(
  'a field is hidden from the public by the protected fields',
  {
    // The dashboard watches a dialog that it has not drawn yet; it does so whatever the server.
    expected: [/thrown: Cannot read properties of null \(reading 'toggleActive'\)/],
  },
  async ({ page, shot, server, dashboard }) => {
    const className = 'Discreet';
    const { dialog } = dashboard;
    await server.create(className, { open: 'seen', secret: 'hidden' });
    await dashboard.browse(className, 1);
    await dashboard.menu('Security', 'Protected Fields');
    await dialog.box.getByText('All fields allowed. Click to protect.').click();
    await page.locator('[value=secret]').click();
    await shot('27-protected-fields');
    await dialog.press('Save');
    await becomes(
      'what is protected',
      async () => (await server.schema(className)).classLevelPermissions.protectedFields,
      {
        '*': ['secret'],
      }
    );
    const [{ open, secret }] = (await server.send('GET', `/classes/${className}`)).body.results;
    deepEqual([open, secret], ['seen', undefined]);
  }
);
