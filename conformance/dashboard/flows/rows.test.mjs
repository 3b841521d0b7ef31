import { deepEqual, equal } from 'node:assert/strict';
import { becomes, flow } from '../stage/flow.mjs';

async function planets(server, names) {
  const className = 'Planet';
  await server.define(className, { name: { type: 'String' }, moons: { type: 'Number' } });
  for (const name of names) await server.create(className, { name, moons: name.length });
  const namesInDatabase = async () =>
    (await server.sql(`SELECT name FROM "${className}" ORDER BY name`)).map(row => row.name);
  return { className, namesInDatabase };
}

flow('a row is added, and saved with what was typed', async ({ page, shot, server, dashboard }) => {
  const { className, namesInDatabase } = await planets(server, ['Venus']);
  await dashboard.browse(className, 1);
  await page.getByText('Add Row', { exact: true }).click();
  await dashboard.table.rows.nth(1).waitFor();
  await dashboard.table.type(0, 'name', 'Mars');
  await shot('16-new-row');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await becomes('the rows', namesInDatabase, ['Mars', 'Venus']);
});

flow('a row is added by the form, and changed by it', async ({ page, shot, server, dashboard }) => {
  const { className, namesInDatabase } = await planets(server, ['Venus']);
  const { dialog, table } = dashboard;
  await dashboard.browse(className, 1);
  await dashboard.menu('Edit', 'Add a row with modal');
  await dialog.fill('name', 'Saturn');
  await page.keyboard.press('Tab');
  await becomes('the table', () => table.text(0, 'name'), 'Saturn');
  await shot('17-row-form');
  await dialog.press('Close');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await becomes('the rows', namesInDatabase, ['Saturn', 'Venus']);

  await dashboard.browse(className, 2);
  await table.tick(0);
  await dashboard.menu('Edit', 'Edit this row with modal');
  await dialog.fill('name', 'Neptune');
  await page.keyboard.press('Tab');
  await dialog.press('Close');
  await becomes('the rows', namesInDatabase, ['Neptune', 'Venus']);
});

flow('ticked rows are deleted, and the others stay', async ({ shot, server, dashboard }) => {
  const { className, namesInDatabase } = await planets(server, ['Earth', 'Mars', 'Pluto', 'Vulcan']);
  const { dialog, table } = dashboard;
  await dashboard.browse(className, 4);
  const shown = await table.texts('name');
  await table.tick(shown.indexOf('Pluto'));
  await table.tick(shown.indexOf('Vulcan'));
  await dashboard.menu('Edit', 'Delete these rows');
  await dialog.title('Delete 2 rows?');
  await shot('18-delete-rows');
  await dialog.press('Delete');
  await becomes('the rows', namesInDatabase, ['Earth', 'Mars']);
  await becomes('the table', async () => (await table.texts('name')).sort(), ['Earth', 'Mars']);
});

flow('a row is cloned', async ({ server, dashboard }) => {
  const { className, namesInDatabase } = await planets(server, ['Earth']);
  await dashboard.browse(className, 1);
  await dashboard.table.tick(0);
  await dashboard.menu('Edit', 'Clone this row');
  await dashboard.dialog.press('Clone');
  await becomes('the rows', namesInDatabase, ['Earth', 'Earth']);
});

flow('all rows of a class are deleted at once, and the class stays', async ({ shot, server, dashboard }) => {
  const { className, namesInDatabase } = await planets(server, ['Earth', 'Mars']);
  const { dialog } = dashboard;
  await dashboard.browse(className, 2);
  await dashboard.menu('Edit', 'Delete all rows');
  await dialog.fill('Confirm this action', 'delete all');
  await shot('19-delete-all');
  await dialog.press('Delete');
  await becomes('the rows', namesInDatabase, []);
  equal((await server.schema(className)).className, className);
  deepEqual(await server.find(className), []);
});
