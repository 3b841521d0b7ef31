// Full text search.

import { find, rows, scenario, where } from '../scenario.mjs';

const search = (term, more = {}) => ({ t: { $text: { $search: { $term: term, ...more } } } });

export default [
  scenario('Words', [
    rows('TextWords', [
      { name: 'coffee', t: 'coffee shop and coffee beans' },
      { name: 'cake', t: 'Coffee cake' },
      { name: 'tea', t: 'green tea' },
      { name: 'running', t: 'running shoes for runners' },
      { name: 'none' },
    ]),
    ...['coffee', 'Coffee', 'tea', 'run', 'shoe', 'nothing', 'the'].map(term =>
      where('TextWords', search(term), { keys: 'name' })
    ),
    where('TextWords', search('coffee', { $language: 'english' }), { keys: 'name' }),
    where('TextWords', search('coffee', { $language: 'simple' }), { keys: 'name' }),
    where('TextWords', search('coffee', { $caseSensitive: false }), { keys: 'name' }),
    where('TextWords', search('coffee', { $diacriticSensitive: true }), { keys: 'name' }),
    where('TextWords', { ...search('coffee'), name: 'cake' }, { keys: 'name' }),
    where('TextWords', search('coffee'), { keys: 'name,$score', order: '$score' }).only(body =>
      body.results.map(row => [row.name, typeof row.score])
    ),
    where('TextWords', search('coffee'), { keys: 'name', order: '$score' }),
    where('TextWords', search('coffee'), { count: 1, limit: 0 }),
  ]),

  scenario('Several words', [
    rows('TextPhrases', [{ name: 'both', t: 'coffee cake' }, { name: 'one', t: 'coffee only' }, { name: 'other', t: 'cake only' }]),
    where('TextPhrases', search('coffee cake'), { keys: 'name' }),
    where('TextPhrases', search('"coffee cake"'), { keys: 'name' }),
    where('TextPhrases', search('coffee -cake'), { keys: 'name' }),
    where('TextPhrases', search('coffee & cake'), { keys: 'name' }),
    where('TextPhrases', search("it's"), { keys: 'name' }),
    where('TextPhrases', search(''), { keys: 'name' }),
  ]),

  scenario('Searches written wrongly', [
    rows('TextBad', [{ name: 'a', t: 'coffee', n: 1 }]),
    ...[
      { t: { $text: {} } },
      { t: { $text: 'coffee' } },
      { t: { $text: { $search: 'coffee' } } },
      { t: { $text: { $search: {} } } },
      { t: { $text: { $search: { $term: 5 } } } },
      search('coffee', { $language: 5 }),
      search('coffee', { $language: 'klingon' }),
      search('coffee', { $caseSensitive: true }),
      search('coffee', { $caseSensitive: 'x' }),
      search('coffee', { $diacriticSensitive: false }),
      search('coffee', { $diacriticSensitive: 'x' }),
      { n: { $text: { $search: { $term: 'coffee' } } } },
      { nope: { $text: { $search: { $term: 'coffee' } } } },
    ].map(constraint => where('TextBad', constraint, { keys: 'name' })),
    find('TextBad', { order: '$score', keys: 'name' }),
  ]),
];
