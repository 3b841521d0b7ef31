// The reference as a process of its own: Parse Server with the options in PARSE_SERVER_OPTIONS.
import { ParseServer } from 'parse-server';
import { authAdapters } from '../cloud/auth.mjs';
import { push } from '../cloud/push.mjs';
import { mailAdapter } from './post-office.mjs';

const { port, cloud, post, ...options } = JSON.parse(process.env.PARSE_SERVER_OPTIONS);

// With one of these a client connects; without any, all clients do, and none is master.
const { javascriptKey, restAPIKey, masterKey, liveQuery } = options;
const keyPairs = { ...(javascriptKey && { javascriptKey, masterKey }), ...(restAPIKey && { restAPIKey }) };

const { server } = await ParseServer.startApp({
  ...options,
  host: '127.0.0.1',
  port,
  mountPath: '/parse',
  silent: true,
  verifyServerUrl: false,
  logsFolder: null,
  auth: authAdapters,
  // Its own default keeps files in MongoDB; this one keeps them where the process was started.
  filesAdapter: { module: '@parse/fs-files-adapter', options: {} },
  push: cloud ? push : undefined,
  scheduledPush: true,
  ...(liveQuery && { startLiveQueryServer: true, liveQueryServerOptions: { keyPairs, redisURL: liveQuery.redisURL } }),
  emailAdapter: post && mailAdapter(post),
  cloud: cloud ? () => import('../cloud/main.js') : undefined,
});

// Node closes idle connections after five seconds; a request sent at that moment would be lost.
server.keepAliveTimeout = 120_000;
