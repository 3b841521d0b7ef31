import { deepEqual } from 'node:assert/strict';
import { becomes, flow, until } from '../stage/flow.mjs';

// The provider of the test cloud code sends nothing: it writes down what it was given, and a token that
// begins with `dead` is one that the provider does not know.
const DEVICES = [
  { deviceType: 'android', deviceToken: 'android-1' },
  { deviceType: 'android', deviceToken: 'android-2' },
  { deviceType: 'ios', deviceToken: 'dead-1' },
];

async function devices(server) {
  for (const [index, device] of DEVICES.entries()) {
    const installationId = `00000000-0000-4000-8000-00000000000${index}`;
    await server.asMaster('POST', '/installations', { body: { installationId, ...device } });
  }
}

async function pushed(server, alert) {
  const { result } = await server.asMaster('POST', '/functions/sentPushes', { body: {} });
  return result
    .filter(({ data }) => data.alert === alert)
    .flatMap(({ tokens }) => tokens)
    .sort();
}

async function lastPush(server, alert) {
  const found = await server.find('_PushStatus', { order: '-createdAt' });
  return found.find(({ payload }) => JSON.parse(payload).alert === alert);
}

const done = (server, alert) =>
  until('the push is done', async () => {
    const push = await lastPush(server, alert);
    return push?.status === 'succeeded' && push;
  });

flow(
  'a push to everyone is sent, listed and shown',
  {
    // The page of a push asks its own server for figures that only parse.com had, and throws the page it gets.
    expected: [/^thrown: <!DOCTYPE html>/],
  },
  async ({ page, shot, server, dashboard }) => {
    await devices(server);
    await dashboard.open('push/new');
    await page.getByText('Everyone', { exact: true }).first().click();
    await page.getByPlaceholder('Type your message').fill('Good morning');
    await shot('45-push');
    await page.getByRole('button', { name: 'Send push' }).click();
    const { objectId, numSent, numFailed, sentPerType } = await done(server, 'Good morning');
    deepEqual([numSent, numFailed, sentPerType], [2, 1, { android: 2 }]);
    deepEqual(await pushed(server, 'Good morning'), ['android-1', 'android-2', 'dead-1']);
    const [row] = await server.sql('SELECT status, "numSent" FROM "_PushStatus" WHERE "objectId" = $1', [
      objectId,
    ]);
    deepEqual(row, { status: 'succeeded', numSent: 2 });

    await dashboard.open('push/activity');
    const line = page.locator('tr', { hasText: 'Good morning' }).first();
    await line.getByText('SENT', { exact: true }).waitFor();
    await shot('46-past-pushes');
    await line.click();
    await page.waitForURL(`**/push/${objectId}`);
    await page.getByText('Push Sends').waitFor();
    await shot('47-push-details');
  }
);

flow(
  'an audience is listed with its size, pushed to, and deleted',
  async ({ page, shot, server, dashboard }) => {
    const { dialog } = dashboard;
    await devices(server);
    const audience = { name: 'The androids', query: JSON.stringify({ deviceType: 'android' }) };
    const { objectId } = await server.asMaster('POST', '/push_audiences', { body: audience });
    await dashboard.open('push/audiences');
    const line = page.locator('tr', { hasText: 'The androids' });
    await line.locator('td').nth(1).getByText('2', { exact: true }).waitFor();
    await shot('48-audiences');

    await dashboard.open('push/new');
    await page.getByText('The androids', { exact: true }).click();
    await page.getByPlaceholder('Type your message').fill('Good night');
    await shot('49-push-to-an-audience');
    await page.getByRole('button', { name: 'Send push' }).click();
    await done(server, 'Good night');
    deepEqual(await pushed(server, 'Good night'), ['android-1', 'android-2']);
    await becomes(
      'how often it was used',
      async () => {
        const [row] = await server.sql('SELECT "timesUsed" FROM "_Audience" WHERE "objectId" = $1', [
          objectId,
        ]);
        return row.timesUsed;
      },
      1
    );

    await dashboard.open('push/audiences');
    await line.locator('button').last().click();
    await shot('50-delete-audience');
    await dialog.box.getByRole('button').last().click();
    await until(
      'it is gone',
      async () => !(await server.find('_Audience')).some(kept => kept.objectId === objectId)
    );
    await line.waitFor({ state: 'detached' });
  }
);
