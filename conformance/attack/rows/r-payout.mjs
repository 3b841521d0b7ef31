// Section R, the part about payouts: what a stolen or curious session gets of them.
import assert from 'node:assert/strict';
import { forEach, refused, unchanged } from '../answers.mjs';
import { programmeOn } from '../programme.mjs';
import { row } from '../row.mjs';

const PAYOUTS = ['RewardExport', 'RewardLeaf'];
const RULES = {
  season: 1, token: { symbol: 'TST', address: `0x${'11'.repeat(20)}`, decimals: 18, chainId: 84532 }, pool: '1000000000000000000', curve: 'sqrt', minPoints: 1,
};

row('R368', 'bulk export of who is paid where', async ({ server }) => {
  const programme = await programmeOn(await server('programme'));
  const app = programme.server;
  const eve = await programme.tester();
  await unchanged(app, PAYOUTS, async () => {
    refused(await programme.ask(eve, 'rewardPreview', RULES), '400/119');
    refused(await programme.ask(eve, 'rewardBuild', RULES), '400/119');
    refused(await programme.ask(eve, 'rewardPublish', { export: 'x', words: 'publish season 1' }), '400/119');
    refused(await programme.ask(eve, 'rewardVoid', { export: 'x', reason: 'because I would like it to be void' }), '400/119');
    for (const kind of ['season', 'tree', 'amounts', 'safe_csv', 'safe_json', 'disperse', 'sablier']) {
      refused(await programme.ask(eve, 'rewardFile', { export: 'x', kind }), '404/101', '400/101');
    }
    // A season that still takes points is not paid out, regardless of the caller.
    const early = await programme.ask(programme.keeper, 'rewardBuild', RULES);
    refused(early, '400/142');
    assert.match(early.body.error, /^SEASON_NOT_FINAL: /);
    await forEach([eve, programme.keeper], async as => {
      for (const Class of PAYOUTS) {
        const body = { season: 1, state: 'published', root: `0x${'00'.repeat(32)}`, address: `0x${'22'.repeat(20)}`, amount: '1' };
        refused(await app.send('POST', `/classes/${Class}`, { as, body }), '400/119');
      }
    });
  });
  const forged = `INSERT INTO "RewardExport" ("objectId", "season", "state", "finalHash") VALUES ('forged0001', 1, 'published', 'x')`;
  await assert.rejects(app.sql(forged), forged);
});
