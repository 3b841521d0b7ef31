import { equal } from 'node:assert/strict';
import { becomes, flow } from '../stage/flow.mjs';

const functions = server => server.asMaster('GET', '/hooks/functions');
const triggers = server => server.asMaster('GET', '/hooks/triggers');

flow(
  'a webhook for a function is created, pointed elsewhere and deleted',
  {
    differs: 'Parse Server on PostgreSQL keeps the old address beside the new one',
  },
  async ({ page, shot, server, dashboard }) => {
    const { dialog } = dashboard;
    await dashboard.open('webhooks');
    await page.getByText('Create a Webhook', { exact: true }).last().click();
    await dialog.fill('Function name', 'remote');
    await dialog.fill('Webhook URL', 'https://hooks.example.com/remote');
    await shot('51-create-webhook');
    await dialog.press('Create');
    await becomes('the functions', () => functions(server), [
      { functionName: 'remote', url: 'https://hooks.example.com/remote' },
    ]);
    const line = page.locator('tr', { hasText: 'remote' });
    await line.waitFor();
    await shot('52-webhooks');

    await line.locator('td').first().click();
    await dialog.fill('Webhook URL', 'https://hooks.example.com/moved');
    await shot('53-change-webhook');
    await dialog.press('Save');
    await becomes('the functions', () => functions(server), [
      { functionName: 'remote', url: 'https://hooks.example.com/moved' },
    ]);
    const [{ url }] = await server.sql(`SELECT url FROM "_Hooks" WHERE "functionName" = 'remote'`);
    equal(url, 'https://hooks.example.com/moved');

    await dialog.closed();
    await line.locator('button').click();
    await shot('54-delete-webhook');
    await dialog.box.getByRole('button').last().click();
    await becomes('the functions', () => functions(server), []);
    await line.waitFor({ state: 'detached' });
  }
);

flow('a webhook for a trigger is created', async ({ page, shot, server, dashboard }) => {
  const { dialog } = dashboard;
  await server.create('Order', { sum: 1 });
  await dashboard.open('webhooks');
  await page.getByText('Create a Webhook', { exact: true }).last().click();
  await dialog.choose('Webhook type', 'beforeSave');
  await dialog.choose('Choose a Class', 'Order');
  await dialog.fill('Webhook URL', 'https://hooks.example.com/orders');
  await shot('55-create-trigger');
  await dialog.press('Create');
  await becomes('the triggers', () => triggers(server), [
    { className: 'Order', triggerName: 'beforeSave', url: 'https://hooks.example.com/orders' },
  ]);
  const line = page.locator('tr', { hasText: 'https://hooks.example.com/orders' });
  await line.locator('button').click();
  await dialog.box.getByRole('button').last().click();
  await becomes('the triggers', () => triggers(server), []);
});
