import { deepEqual } from 'node:assert/strict';
import { becomes, flow } from '../stage/flow.mjs';

const RELATED = `
  SELECT s.title FROM "_Join:tracks:Album" j JOIN "Track" s ON s."objectId" = j."relatedId"
  WHERE j."owningId" = $1 ORDER BY s.title`;

/** An album of the tracks one and two; there is a third that is not on it. */
async function albumOfTwo(server) {
  const ids = [];
  for (const title of ['one', 'two', 'three']) ids.push((await server.create('Track', { title })).objectId);
  const tracks = ids.slice(0, 2).map(objectId => ({ __type: 'Pointer', className: 'Track', objectId }));
  const { objectId } = await server.create('Album', { tracks: { __op: 'AddRelation', objects: tracks } });
  const related = async () => (await server.sql(RELATED, [objectId])).map(row => row.title);
  return { objectId, third: ids[2], related };
}

flow(
  'a relation is opened from its cell and shows what belongs to it',
  async ({ page, shot, server, dashboard }) => {
    const { related } = await albumOfTwo(server);
    const { table } = dashboard;
    await dashboard.browse('Album', 1);
    await (await table.cell(0, 'tracks')).locator('a').click();
    await page.waitForURL(/\/tracks/);
    await becomes('the table', async () => (await table.texts('title')).sort(), ['one', 'two']);
    deepEqual(await related(), ['one', 'two']);
    await shot('28-relation');
  }
);

flow('a row is attached to a relation, and another detached', async ({ page, shot, server, dashboard }) => {
  const { objectId, third, related } = await albumOfTwo(server);
  const { dialog, table } = dashboard;
  await dashboard.open(`browser/Album/${objectId}/tracks`);
  await becomes('the table', async () => (await table.texts('title')).sort(), ['one', 'two']);
  await dashboard.menu('Edit', 'Attach existing row');
  await dialog.box.locator('input, textarea').first().fill(third);
  await shot('29-attach');
  await dialog.press('Attach');
  await becomes('the relation', related, ['one', 'three', 'two']);
  await becomes('the table', async () => (await table.texts('title')).sort(), ['one', 'three', 'two']);

  await table.tick((await table.texts('title')).indexOf('one'));
  await dashboard.menu('Edit', 'Detach this row');
  await shot('30-detach');
  await dialog.press('Delete');
  await becomes('the relation', related, ['three', 'two']);
});
