// The child process that is Parse Server: options come as JSON in the first message from the parent,
// `ready` goes back, and the process ends when the parent does.

import { fileURLToPath } from 'node:url';
import { ParseServer } from 'parse-server';
import { authAdapters } from '../cloud/auth.mjs';
import { push } from '../cloud/push.mjs';
import { mailAdapter } from '../harness/post-office.mjs';

const cloud = fileURLToPath(new URL('../cloud/main.js', import.meta.url));

process.on('disconnect', () => process.exit(0));
process.once('message', async ({ post, ...options }) => {
  try {
    await ParseServer.startApp({
      ...options,
      cloud: () => import(cloud),
      auth: authAdapters,
      // Its own default keeps files in MongoDB.
      filesAdapter: { module: '@parse/fs-files-adapter', options: {} },
      push,
      scheduledPush: true,
      emailAdapter: post && mailAdapter(post),
      // The bodies and texts under comparison must not depend on a log folder beside the caller.
      logsFolder: null,
      silent: true,
      verifyServerUrl: false,
    });
    process.send('ready');
  } catch (error) {
    process.send({ failed: String(error?.stack ?? error) });
  }
});
