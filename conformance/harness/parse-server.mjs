// The reference as a process of its own: Parse Server with the options in PARSE_SERVER_OPTIONS.
import { ParseServer } from 'parse-server';
import { authAdapters } from '../cloud/auth.mjs';

const { port, cloud, ...options } = JSON.parse(process.env.PARSE_SERVER_OPTIONS);

await ParseServer.startApp({
  ...options,
  host: '127.0.0.1',
  port,
  mountPath: '/parse',
  silent: true,
  logsFolder: null,
  auth: authAdapters,
  cloud: cloud ? () => import('../cloud/main.js') : undefined,
});
