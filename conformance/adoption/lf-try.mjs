import { Checks } from './checks.mjs';
import { createDatabase, dropDatabase } from './database.mjs';
import { startParseServer, startTouchstone, stopAll } from './servers.mjs';
import { runLiveFleet } from './live-fleet.mjs';
import { Redis } from '../faults/redis.mjs';
const checks = new Checks(); const DB='touchstone_livefleet_try';
await createDatabase(DB);
const redis = await Redis.open('/tmp', {keeps:false});
const s = { mixedFleet: true, schemaHooks: true, redis: `redis://127.0.0.1:${redis.port}` };
const theirs = await startParseServer(DB, s);
const ours = await (process.argv[2] ? startParseServer(DB, s) : startTouchstone(DB, s));
if (process.argv[2]) ours.name = 'the other';
try { await runLiveFleet(checks, ours, theirs, s.redis); } catch (e) { console.log(e); }
if (ours.words && process.env.WORDS) console.log(ours.words());
await stopAll(); await redis.close(); checks.close(); await dropDatabase(DB); process.exit();
