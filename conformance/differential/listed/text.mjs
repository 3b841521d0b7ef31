import { FAILS_INSIDE, OTHER_TYPE, SCORE_ORDER, SEARCH_WORDS } from '../reasons.mjs';

export default [
  {
    scenario: 'Words',
    step: 'GET /classes/TextWords where={"t":{"$text":{"$search":{"$term":"coffee"}}}} keys=name order=$score',
    reason: SCORE_ORDER,
    parseServer: { body: { results: [] } },
    ours: {
      body: {
        results: [
          { createdAt: '<now>', name: 'coffee', objectId: '<id 1>', updatedAt: '<same as createdAt>' },
          { createdAt: '<now>', name: 'cake', objectId: '<id 2>', updatedAt: '<same as createdAt>' },
        ],
      },
    },
  },
  {
    scenario: 'Several words',
    step: 'GET /classes/TextPhrases where={"t":{"$text":{"$search":{"$term":"coffee cake"}}}} keys=name',
    reason: SEARCH_WORDS,
    parseServer: { status: 500, body: { code: 1, error: 'An internal server error occurred' } },
    ours: {
      status: 200,
      body: {
        results: [
          { createdAt: '<now>', name: 'both', objectId: '<id 1>', updatedAt: '<same as createdAt>' },
          { createdAt: '<now>', name: 'one', objectId: '<id 2>', updatedAt: '<same as createdAt>' },
          { createdAt: '<now>', name: 'other', objectId: '<id 3>', updatedAt: '<same as createdAt>' },
        ],
      },
    },
  },
  {
    scenario: 'Several words',
    step: 'GET /classes/TextPhrases where={"t":{"$text":{"$search":{"$term":"\\"coffee cake\\""}}}} keys=name',
    reason: SEARCH_WORDS,
    parseServer: { status: 500, body: { code: 1, error: 'An internal server error occurred' } },
    ours: {
      status: 200,
      body: { results: [{ createdAt: '<now>', name: 'both', objectId: '<id 1>', updatedAt: '<same as createdAt>' }] },
    },
  },
  {
    scenario: 'Several words',
    step: 'GET /classes/TextPhrases where={"t":{"$text":{"$search":{"$term":"coffee -cake"}}}} keys=name',
    reason: SEARCH_WORDS,
    parseServer: { status: 500, body: { code: 1, error: 'An internal server error occurred' } },
    ours: {
      status: 200,
      body: { results: [{ createdAt: '<now>', name: 'one', objectId: '<id 2>', updatedAt: '<same as createdAt>' }] },
    },
  },
  {
    scenario: 'Several words',
    step: 'GET /classes/TextPhrases where={"t":{"$text":{"$search":{"$term":"coffee & cake"}}}} keys=name',
    reason: SEARCH_WORDS,
    parseServer: {
      body: { results: [{ createdAt: '<now>', name: 'both', objectId: '<id 1>', updatedAt: '<same as createdAt>' }] },
    },
    ours: {
      body: {
        results: [
          { createdAt: '<now>', name: 'both', objectId: '<id 1>', updatedAt: '<same as createdAt>' },
          { createdAt: '<now>', name: 'one', objectId: '<id 2>', updatedAt: '<same as createdAt>' },
          { createdAt: '<now>', name: 'other', objectId: '<id 3>', updatedAt: '<same as createdAt>' },
        ],
      },
    },
  },
  {
    scenario: 'Searches written wrongly',
    step: 'GET /classes/TextBad where={"t":{"$text":{"$search":{"$term":"coffee","$language":"klingon"}}}} keys=name',
    reason: FAILS_INSIDE,
    parseServer: { status: 500, body: { code: 1, error: 'An internal server error occurred' } },
    ours: { status: 400, body: { code: 102, error: 'bad $text: $language klingon is not known' } },
  },
  {
    scenario: 'Searches written wrongly',
    step: 'GET /classes/TextBad where={"n":{"$text":{"$search":{"$term":"coffee"}}}} keys=name',
    reason: OTHER_TYPE,
    parseServer: { status: 500, body: { code: 1, error: 'An internal server error occurred' } },
    ours: { status: 200, body: { results: [] } },
  },
  {
    scenario: 'Searches written wrongly',
    step: 'GET /classes/TextBad order=$score keys=name',
    reason: SCORE_ORDER,
    parseServer: { body: { results: [] } },
    ours: {
      body: { results: [{ createdAt: '<now>', name: 'a', objectId: '<id 1>', updatedAt: '<same as createdAt>' }] },
    },
  },
];
