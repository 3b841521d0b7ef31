import { deepEqual } from 'node:assert/strict';
import { becomes, flow } from '../stage/flow.mjs';

async function albumWithSongs(server) {
  const song = 'Track';
  const ids = [];
  for (const title of ['one', 'two', 'three']) ids.push((await server.create(song, { title })).objectId);
  const album = 'Album';
  const pointers = ids.slice(0, 2).map(objectId => ({ __type: 'Pointer', className: song, objectId }));
  const { objectId } = await server.create(album, {
    name: 'album',
    tracks: { __op: 'AddRelation', objects: pointers },
  });
  const related = async () => {
    const rows = await server.sql(`SELECT s.title FROM "_Join:tracks:${album}" j JOIN "${song}" s ON s."objectId" = j."relatedId" WHERE j."owningId" = $1 ORDER BY s.title`, [objectId]);
    return rows.map(row => row.title);
  };
  return { album, song, objectId, ids, related };
}

flow('a relation is opened from its cell and shows what belongs to it', async ({ page, shot, server, dashboard }) => {
  const { album, related } = await albumWithSongs(server);
  const { table } = dashboard;
  await dashboard.browse(album, 1);
  await (await table.cell(0, 'tracks')).locator('a').click();
  await page.waitForURL(/\/tracks/);
  await becomes('the table', async () => (await table.texts('title')).sort(), ['one', 'two']);
  deepEqual(await related(), ['one', 'two']);
  await shot('28-relation');
});

flow('a row is attached to a relation, and another detached', async ({ page, shot, server, dashboard }) => {
  const { album, objectId, ids, related } = await albumWithSongs(server);
  const { dialog, table } = dashboard;
  await dashboard.open(`browser/${album}/${objectId}/tracks`);
  await becomes('the table', async () => (await table.texts('title')).sort(), ['one', 'two']);
  await dashboard.menu('Edit', 'Attach existing row');
  await dialog.box.locator('input, textarea').first().fill(ids[2]);
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
