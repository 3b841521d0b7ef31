import { UPGRADE_WORKS } from '../reasons.mjs';

export default [
  {
    scenario: 'Upgrading a token',
    step: 'POST /upgradeToRevocableSession {} as ida',
    reason: UPGRADE_WORKS,
    parseServer: { status: 500, body: { code: 1, message: 'Internal server error.' } },
    ours: {
      status: 200,
      body: {
        createdAt: '<now>',
        createdWith: { action: 'upgrade' },
        expiresAt: { __type: 'Date', iso: '<now + 365 days>' },
        objectId: '<id 2>',
        sessionToken: '<token 2>',
        updatedAt: '<same as createdAt>',
        user: { __type: 'Pointer', className: '_User', objectId: '<id 1>' },
      },
    },
  },
];
