import { LINK_WORKS_ONCE } from '../reasons.mjs';

export default [
  {
    scenario: 'Confirming an address',
    step: 'again',
    reason: LINK_WORKS_ONCE,
    parseServer: { body: '<page: an address is confirmed>' },
    ours: { body: '<page: a link to confirm an address that does not work>' },
  },
];
