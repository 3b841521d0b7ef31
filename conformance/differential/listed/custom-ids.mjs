import { OBJECT_ID_STAYS } from '../reasons.mjs';

export default [
  {
    scenario: 'Ids that clients choose',
    step: 'GET /classes/OwnId where={"objectId":{"$in":["chosen","renamed"]}}',
    reason: OBJECT_ID_STAYS,
    parseServer: {
      body: {
        results: [{ createdAt: '<now>', name: 'changed', objectId: 'renamed', updatedAt: '<later than createdAt>' }],
      },
    },
    ours: {
      body: {
        results: [{ createdAt: '<now>', name: 'changed', objectId: 'chosen', updatedAt: '<later than createdAt>' }],
      },
    },
  },
  {
    scenario: 'Ids that clients choose',
    step: 'DELETE /classes/OwnId/chosen',
    reason: OBJECT_ID_STAYS,
    parseServer: { status: 404, body: { code: 101, error: 'Object not found.' } },
    ours: { status: 200, body: {} },
  },
];
