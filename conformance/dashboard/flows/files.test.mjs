import { deepEqual, equal, match } from 'node:assert/strict';
import { flow, until } from '../stage/flow.mjs';

// One pixel, so that what is served can be held against what was sent.
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64'
);

flow(
  'a file is uploaded into its cell, and served as it was sent',
  async ({ page, shot, server, dashboard }) => {
    await server.define('Picture', { image: { type: 'File' } });
    const { objectId } = await server.create('Picture', {});
    await dashboard.browse('Picture', 1);
    const chooser = page.waitForEvent('filechooser');
    await dashboard.table.edit(0, 'image');
    await (await chooser).setFiles({ name: 'pixel.png', mimeType: 'image/png', buffer: PICTURE });
    const { image } = await until('the file', async () => {
      const object = await server.get('Picture', objectId);
      return object.image && object;
    });
    match(image.name, /pixel\.png$/);
    const [row] = await server.sql('SELECT image FROM "Picture"');
    equal(row.image, image.name);
    const served = await fetch(image.url);
    equal(served.headers.get('content-type'), 'image/png');
    deepEqual(Buffer.from(await served.arrayBuffer()), PICTURE);
    await page.locator('#browser-table').getByText('pixel.png').waitFor();
    await shot('36-file');
  }
);
