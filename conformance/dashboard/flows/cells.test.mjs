import { deepEqual, equal, match } from 'node:assert/strict';
import { becomes, flow, until } from '../stage/flow.mjs';

const pointer = (className, objectId) => ({ __type: 'Pointer', className, objectId });

/** One object with a value of every type that has an editor of its own. */
async function everything(server) {
  const target = 'Target';
  const { objectId: first } = await server.create(target, { name: 'first' });
  const { objectId: second } = await server.create(target, { name: 'second' });
  const className = 'Everything';
  const { objectId } = await server.create(className, {
    aText: 'before',
    aNumber: 1,
    aFlag: false,
    aDate: { __type: 'Date', iso: '2020-01-02T03:04:05.678Z' },
    aList: [1],
    anObject: { a: 1 },
    aPoint: { __type: 'GeoPoint', latitude: 1, longitude: 2 },
    aShape: {
      __type: 'Polygon',
      coordinates: [
        [0, 0],
        [0, 1],
        [1, 1],
        [0, 0],
      ],
    },
    aPointer: pointer(target, first),
  });
  const stored = async field => (await server.get(className, objectId))[field];
  return { className, objectId, target, first, second, stored };
}

flow(
  'a text, a number, a list and an object are typed into their cells',
  async ({ shot, server, dashboard }) => {
    const { className, stored } = await everything(server);
    const { table } = dashboard;
    await dashboard.browse(className, 1);
    await table.type(0, 'aText', 'after, with "quotes" and ünïcode');
    await becomes('the text', () => stored('aText'), 'after, with "quotes" and ünïcode');
    await table.type(0, 'aNumber', '-12.5');
    await becomes('the number', () => stored('aNumber'), -12.5);
    await table.type(0, 'aList', '["x", 2, null, {"deep": [true]}]');
    await becomes('the list', () => stored('aList'), ['x', 2, null, { deep: [true] }]);
    await table.type(0, 'anObject', '{"b": {"c": "d"}}');
    await becomes('the object', () => stored('anObject'), { b: { c: 'd' } });
    await becomes('the cell', () => table.text(0, 'aNumber'), '-12.5');
    await shot('10-cells-typed');
    const [row] = await server.sql(`SELECT "aText", "aNumber", "anObject" FROM "${className}"`);
    deepEqual(row, {
      aText: 'after, with "quotes" and ünïcode',
      aNumber: -12.5,
      anObject: { b: { c: 'd' } },
    });
  }
);

flow('a flag is turned by its switch', async ({ shot, server, dashboard }) => {
  const { className, stored } = await everything(server);
  await dashboard.browse(className, 1);
  const editor = await dashboard.table.edit(0, 'aFlag');
  await editor.getByText('True', { exact: true }).click();
  await shot('11-switch');
  await dashboard.table.head('objectId').page().keyboard.press('Enter');
  await becomes('the flag', () => stored('aFlag'), true);
  await becomes('the cell', () => dashboard.table.text(0, 'aFlag'), 'True');
});

flow(
  'a date, a point on earth and a polygon are typed into their cells',
  async ({ shot, server, dashboard }) => {
    const { className, stored } = await everything(server);
    const { table } = dashboard;
    await dashboard.browse(className, 1);
    await table.type(0, 'aDate', '2024-02-29T12:30:00.001Z');
    await becomes('the date', () => stored('aDate'), { __type: 'Date', iso: '2024-02-29T12:30:00.001Z' });

    const editor = await table.edit(0, 'aPoint');
    const [latitude, longitude] = [0, 1].map(at =>
      editor.locator('div > input:not([type=checkbox])').nth(at)
    );
    await latitude.fill('48.25');
    await longitude.fill('-16.5');
    await longitude.press('Enter');
    await becomes('the point', () => stored('aPoint'), {
      __type: 'GeoPoint',
      latitude: 48.25,
      longitude: -16.5,
    });

    await table.type(0, 'aShape', '[[0,0],[0,5],[5,5],[0,0]]');
    await becomes('the shape', async () => (await stored('aShape')).coordinates, [
      [0, 0],
      [0, 5],
      [5, 5],
      [0, 0],
    ]);
    await shot('12-date-point-polygon');
  }
);

flow(
  'a pointer is set by the id it leads to, and followed by a click',
  async ({ page, shot, server, dashboard }) => {
    const { className, target, second, stored } = await everything(server);
    await dashboard.browse(className, 1);
    await dashboard.table.type(0, 'aPointer', second);
    await becomes('the pointer', () => stored('aPointer'), pointer(target, second));
    await shot('13-pointer');
    const cell = await dashboard.table.cell(0, 'aPointer');
    await cell.locator('a').first().click();
    await page.waitForURL(new RegExp(`/browser/${target}`));
    await becomes('the names', () => dashboard.table.texts('name'), ['second']);
    await shot('14-pointer-followed');
  }
);

flow('a value is taken out of its cell', async ({ page, server, dashboard }) => {
  const { className, objectId } = await everything(server);
  await dashboard.browse(className, 1);
  await (await dashboard.table.cell(0, 'aText')).click();
  await page.keyboard.press('Backspace');
  await until('the field is gone', async () => !('aText' in (await server.get(className, objectId))));
  const [row] = await server.sql(`SELECT "aText" FROM "${className}"`);
  equal(row.aText, null);
});

flow('who may read and write an object is changed in its ACL', async ({ shot, server, dashboard }) => {
  const { className, objectId } = await everything(server);
  const { table, dialog } = dashboard;
  await dashboard.browse(className, 1);
  await (await table.cell(0, 'ACL')).dblclick();
  await dialog.box.waitFor();
  await dialog.permission('Public', 'Write').click();
  await shot('15-acl');
  await dialog.press('Save ACL');
  await becomes('the ACL', async () => (await server.get(className, objectId)).ACL, { '*': { read: true } });
  const [{ _rperm, _wperm }] = await server.sql(`SELECT _rperm, _wperm FROM "${className}"`);
  deepEqual([_rperm, _wperm], [['*'], []]);
  match(await table.text(0, 'ACL'), /Public Read/);
});
