import { deepEqual } from 'node:assert/strict';
import { json } from 'node:stream/consumers';
import { becomes, flow } from '../stage/flow.mjs';

async function cities(server) {
  await server.fill('City', [
    { name: 'Graz', country: 'Austria', people: 3 },
    { name: 'Linz', country: 'Austria', people: 2 },
    { name: 'Bern', country: 'Switzerland', people: 1 },
  ]);
}

const CITIES = 'SELECT name, country, people, "createdAt" FROM "City" ORDER BY name';

flow(
  'the rows of a class are exported, and imported again with the times they had',
  async ({ page, shot, server, dashboard }) => {
    const { dialog } = dashboard;
    await cities(server);
    const before = await server.sql(CITIES);
    await dashboard.browse('City', 3);
    await dashboard.menu('Data', 'Export all rows');
    await dialog.choose('Select export type', '.json');
    await dialog.fill('Confirm this action', 'export all');
    await shot('56-export');
    const download = page.waitForEvent('download');
    await dialog.press('Export');
    const exported = await json(await (await download).createReadStream());
    deepEqual(exported.map(({ name }) => name).sort(), ['Bern', 'Graz', 'Linz']);

    await server.asMaster('DELETE', '/purge/City');
    // No object may have a field of that name, but the dashboard writes one into its own exports.
    const importable = exported.map(({ className, ...city }) => city);
    await dashboard.browse('City');
    await dashboard.menu('Data', 'Import');
    await dialog
      .field('Select file')
      .locator('input[type=file]')
      .setInputFiles({
        name: 'cities.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(importable)),
      });
    await dialog.turn('Preserve timestamps', 'Yes');
    await shot('57-import');
    await dialog.press('Import');
    await becomes('the cities', () => server.sql(CITIES), before);
  }
);

flow('the unique values of a column are shown', async ({ shot, server, dashboard }) => {
  const { filter, table } = dashboard;
  await cities(server);
  await dashboard.browse('City', 3);
  await filter.open();
  await filter.say('country', 'unique');
  await filter.press('Apply');
  await becomes('the countries', async () => (await table.texts('country')).sort(), [
    'Austria',
    'Switzerland',
  ]);
  await shot('58-unique');
});

flow('a view shows what an aggregation answers', async ({ page, shot, server, dashboard }) => {
  const { dialog } = dashboard;
  await cities(server);
  await dashboard.open('views');
  await page.getByText('Create a view', { exact: true }).last().click();
  await dialog.fill('Name', 'People by country');
  await dialog.choose('Class', 'City');
  await dialog.fill(
    'Query',
    '[{"$group": {"_id": "$country", "people": {"$sum": "$people"}}}, {"$sort": {"people": 1}}]'
  );
  await shot('59-create-view');
  await dialog.press('Create');
  await page.getByText('People by country', { exact: true }).first().click();
  await page.getByText('Switzerland', { exact: true }).waitFor();
  await shot('60-view');
  const rows = await page.locator('tr', { hasText: /Austria|Switzerland/ }).allInnerTexts();
  deepEqual(
    rows.map(row => row.split(/\s+/).filter(Boolean).sort()),
    [
      ['1', 'Switzerland'],
      ['5', 'Austria'],
    ]
  );
});
