import { deepEqual, equal, match } from 'node:assert/strict';
import { becomes, flow, until } from '../stage/flow.mjs';
import { PREFERENCES } from '../stage/parse-dashboard.mjs';

const ROWS = 250;
const FEW = 40;
const title = number => `Song ${String(number).padStart(3, '0')}`;

/** Songs whose plays run against their titles, so that an order by one is not one by the other. */
async function songs(server, rows = ROWS) {
  const numbers = Array.from({ length: rows }, (_, number) => number);
  const song = number => ({ title: title(number), plays: rows - number, live: number % 2 === 0 });
  await server.fill('Song', numbers.map(song));
}

flow(
  'a class of many rows is shown with its true count, page by page',
  { differs: 'counts are exact, not what the planner of the database guesses' },
  async ({ page, shot, server, dashboard }) => {
    await songs(server);
    const { table } = dashboard;
    await dashboard.browse('Song', 100);
    const [{ count }] = await server.sql(`SELECT count(*) FROM "Song"`);
    equal(Number(count), ROWS);
    await page.getByText(`${ROWS} objects`).first().waitFor();
    await becomes('the sidebar', () => dashboard.counted('Song'), String(ROWS));
    deepEqual(await dashboard.table.columns(), [
      'objectId',
      'createdAt',
      'updatedAt',
      'ACL',
      'live',
      'plays',
      'title',
    ]);
    await shot('04-many-rows');

    await page.getByText('of 3').waitFor();
    const seen = await table.texts('title');
    for (const [range, rows] of [['101 to 200', 100], ['201 to 250', 50]]) {
      await page.getByRole('button').filter({ hasText: '⮕' }).click();
      await page.getByText(`Objects ${range}`).waitFor();
      const before = seen.at(-100);
      await until('another page, whole', async () => {
        const titles = await table.texts('title');
        // The dashboard empties the table before it fills it again.
        return titles.length === rows && titles[0] !== before;
      });
      seen.push(...(await table.texts('title')));
    }
    equal(new Set(seen).size, ROWS, 'no row is shown twice, and none is left out');
    await shot('05-last-page');
  }
);

flow(
  'a click on a column sorts by it, and a second one turns the order round',
  async ({ shot, server, dashboard }) => {
    await songs(server, FEW);
    await dashboard.browse('Song', 1);
    await dashboard.table.head('plays').click();
    await becomes('the first', () => dashboard.table.text(0, 'plays'), String(FEW));
    equal(await dashboard.table.text(0, 'title'), title(0));
    await shot('06-sorted-descending');
    await dashboard.table.head('plays').click();
    await becomes('the first', () => dashboard.table.text(0, 'plays'), '1');
    equal(await dashboard.table.text(0, 'title'), title(FEW - 1));
  }
);

flow(
  'filters of several kinds show the rows that the database has for them',
  async ({ page, shot, server, dashboard }) => {
    await songs(server, FEW);
    const { filter, table } = dashboard;
    await dashboard.browse('Song', 1);
    await filter.open();
    await filter.say('title', 'starts with', 'Song 01');
    await filter.press('Apply');
    const begun = await server.sql(`SELECT title FROM "Song" WHERE title LIKE 'Song 01%'`);
    await becomes(
      'the titles',
      async () => (await table.texts('title')).sort(),
      begun.map(row => row.title).sort()
    );

    await filter.open();
    await filter.press('Add');
    await filter.say('plays', 'less than', '25');
    await shot('07-filter-form');
    await filter.press('Apply');
    const both = await server.sql(`SELECT title FROM "Song" WHERE title LIKE 'Song 01%' AND plays < 25`);
    await becomes(
      'the titles',
      async () => (await table.texts('title')).sort(),
      both.map(row => row.title).sort()
    );
    equal(both.length, 4);
    await page.getByText('4 objects').first().waitFor();
    await shot('08-filtered');
  }
);

flow(
  'a filter is kept on the server under a name, and run again from the sidebar',
  async ({ page, shot, server, dashboard }) => {
    await songs(server, FEW);
    const { filter, table } = dashboard;
    await dashboard.open('settings/dashboard');
    await page.getByText('Server', { exact: true }).click();
    await shot('09-storage-on-the-server');
    await dashboard.browse('Song', 1);
    await filter.open();
    await filter.say('plays', 'greater than', '37');
    await filter.press('Apply');
    const wanted = (await server.sql(`SELECT title FROM "Song" WHERE plays > 37`))
      .map(row => row.title)
      .sort();
    await becomes('the titles', async () => (await table.texts('title')).sort(), wanted);
    await filter.keep('loud ones');
    const kept = await until('the filter on the server', async () => (await server.find(PREFERENCES))[0]);
    match(JSON.stringify(kept), /loud ones/);

    await dashboard.browse('Song', 4);
    await dashboard.unfold('Song');
    await page.getByText('loud ones', { exact: true }).click();
    await becomes('the titles', async () => (await table.texts('title')).sort(), wanted);
    await shot('10-kept-filter');
  }
);
