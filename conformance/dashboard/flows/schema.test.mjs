import { deepEqual, equal, ok } from 'node:assert/strict';
import { becomes, flow, until } from '../stage/flow.mjs';

const columnsOf = async (server, className) =>
  (
    await server.sql('SELECT column_name, data_type FROM information_schema.columns WHERE table_name = $1', [
      className,
    ])
  ).map(row => [row.column_name, row.data_type]);

flow(
  'a class is created, and dropped when its name is typed again',
  async ({ page, shot, server, dashboard }) => {
    const className = 'Made';
    const { dialog } = dashboard;
    await dashboard.browse('_User');
    await page.getByText('Create a class', { exact: true }).click();
    await dialog.fill('What should we call it?', className);
    await shot('20-create-class');
    await dialog.press('Create');
    await page.waitForURL(`**/browser/${className}`);
    await page.getByText(className, { exact: true }).first().waitFor();
    equal((await server.schema(className)).className, className);
    ok((await columnsOf(server, className)).length > 0, 'there is a table');

    await dashboard.menu('Edit', 'Delete this class');
    await dialog.fill('Confirm this action', className);
    await shot('21-drop-class');
    await dialog.press('Delete');
    await until('the table is gone', async () => (await columnsOf(server, className)).length === 0);
    equal((await server.send('GET', `/schemas/${className}`, { key: 'master' })).status, 400);
    await page.locator(`a[title=${className}]`).waitFor({ state: 'detached' });
  }
);

flow('a column is added and removed', async ({ shot, server, dashboard }) => {
  const className = 'Wide';
  const { dialog, table } = dashboard;
  await server.create(className, { kept: 'yes' });
  await dashboard.browse(className, 1);
  await dashboard.menu('Edit', 'Add a column');
  await dialog.choose('What type of data do you want to store?', 'Number');
  await dialog.fill('What should we call it?', 'height');
  await shot('22-add-column');
  await dialog.press('Add');
  await until('the column is shown', async () => (await table.columns()).includes('height'));
  equal((await server.schema(className)).fields.height.type, 'Number');
  deepEqual(
    (await columnsOf(server, className)).find(([name]) => name === 'height'),
    ['height', 'double precision']
  );

  await dashboard.menu('Edit', 'Delete a column');
  await dialog.choose('Which column?', 'height');
  await shot('23-remove-column');
  await dialog.press('Remove');
  await until('the column is gone', async () => !(await table.columns()).includes('height'));
  await becomes('the schema', async () => (await server.schema(className)).fields.height, undefined);
  ok(!(await columnsOf(server, className)).some(([name]) => name === 'height'));
  equal((await server.find(className))[0].kept, 'yes');
});

flow('a column of each type is added', async ({ shot, server, dashboard }) => {
  const className = 'Typed';
  const { dialog, table } = dashboard;
  await server.create(className, {});
  await dashboard.browse(className, 1);
  const types = [
    'Array',
    'Boolean',
    'Date',
    'File',
    'GeoPoint',
    'Object',
    'Pointer',
    'Polygon',
    'Relation',
    'String',
  ];
  for (const type of types) {
    await dashboard.menu('Edit', 'Add a column');
    if (type !== 'String') await dialog.choose('What type of data do you want to store?', type);
    if (type === 'Pointer' || type === 'Relation') await dialog.choose('Target class', '_User');
    await dialog.fill('What should we call it?', `a${type}`);
    await dialog.press('Add');
    await until(`a${type} is shown`, async () => (await table.columns()).includes(`a${type}`));
    await dialog.closed();
  }
  const { fields } = await server.schema(className);
  deepEqual(
    types.map(type => fields[`a${type}`].type),
    types
  );
  equal(fields.aPointer.targetClass, '_User');
  equal(fields.aRelation.targetClass, '_User');
  await shot('24-columns-of-each-type');
});

flow('a required column with a default fills new objects', async ({ server, dashboard }) => {
  const className = 'Strict';
  const { dialog, table } = dashboard;
  await server.create(className, {});
  await dashboard.browse(className, 1);
  await dashboard.menu('Edit', 'Add a column');
  await dialog.fill('What should we call it?', 'colour');
  await dialog.fill('What is the default value?', 'blue');
  await dialog.turn('Is it a required field?', 'Yes');
  await dialog.press('Add');
  await until('the column is shown', async () => (await table.columns()).includes('colour'));
  const { required, defaultValue } = (await server.schema(className)).fields.colour;
  deepEqual([required, defaultValue], [true, 'blue']);
  const { objectId } = await server.create(className, {});
  equal((await server.get(className, objectId)).colour, 'blue');
});
