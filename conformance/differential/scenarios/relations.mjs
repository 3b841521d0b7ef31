// Relations: adding, removing, and asking from both sides.

import {
  addRelation,
  create,
  del,
  find,
  get,
  op,
  pointer,
  put,
  removeRelation,
  rows,
  scenario,
  where,
} from '../scenario.mjs';

const song = id => pointer('RelSong', id);
const related = (className, id, key) => ({ $relatedTo: { object: pointer(className, id), key } });

export default [
  scenario('Adding to and removing from a relation', [
    create('RelSong', { name: 'one' }).as('s1'),
    create('RelSong', { name: 'two' }).as('s2'),
    create('RelSong', { name: 'three' }).as('s3'),
    create('RelBand', { name: 'band', songs: addRelation(song('{{s1.objectId}}')) }).as('band'),
    create('RelBand', { name: 'other' }).as('other'),
    get('/classes/RelBand/{{band.objectId}}'),
    get('/classes/RelBand/{{other.objectId}}'),
    where('RelSong', related('RelBand', '{{band.objectId}}', 'songs'), { keys: 'name' }),
    put('/classes/RelBand/{{band.objectId}}', { songs: addRelation(song('{{s2.objectId}}'), song('{{s3.objectId}}')) }),
    where('RelSong', related('RelBand', '{{band.objectId}}', 'songs'), { keys: 'name', order: 'name' }),
    put('/classes/RelBand/{{band.objectId}}', { songs: addRelation(song('{{s2.objectId}}')) }).named('add a member again'),
    where('RelSong', related('RelBand', '{{band.objectId}}', 'songs'), { count: 1, limit: 0 }),
    put('/classes/RelBand/{{band.objectId}}', { songs: removeRelation(song('{{s1.objectId}}')) }),
    put('/classes/RelBand/{{band.objectId}}', { songs: removeRelation(song('{{s1.objectId}}')) }).named('remove a non-member'),
    where('RelSong', related('RelBand', '{{band.objectId}}', 'songs'), { keys: 'name', order: '-name' }),
    put('/classes/RelBand/{{band.objectId}}', {
      songs: op('Batch', {
        ops: [addRelation(song('{{s1.objectId}}')), removeRelation(song('{{s2.objectId}}'))],
      }),
    }),
    where('RelSong', related('RelBand', '{{band.objectId}}', 'songs'), { keys: 'name', order: 'name', limit: 1 }),
    where('RelSong', related('RelBand', '{{other.objectId}}', 'songs')),
    where('RelSong', { ...related('RelBand', '{{band.objectId}}', 'songs'), name: 'three' }, { keys: 'name' }),
    where('RelSong', { $or: [related('RelBand', '{{band.objectId}}', 'songs')] }, { keys: 'name' }),
    where('RelBand', { songs: song('{{s1.objectId}}') }, { keys: 'name' }),
    where('RelBand', { songs: song('{{s2.objectId}}') }, { keys: 'name' }),
    where('RelBand', { songs: { $in: [song('{{s1.objectId}}'), song('{{s2.objectId}}')] } }, { keys: 'name' }),
    where('RelBand', { songs: { $ne: song('{{s1.objectId}}') } }, { keys: 'name' }),
    where('RelBand', { songs: { $nin: [song('{{s1.objectId}}')] } }, { keys: 'name' }),
    where('RelBand', { songs: { $exists: true } }, { keys: 'name' }),
    where('RelBand', { songs: { $exists: false } }, { keys: 'name' }),
    where('RelBand', { songs: null }, { keys: 'name' }),
    where('RelBand', { songs: { $inQuery: { className: 'RelSong', where: { name: 'one' } } } }, { keys: 'name' }),
    where('RelBand', { $or: [{ songs: song('{{s1.objectId}}') }, { name: 'other' }] }, { keys: 'name' }),
    find('RelBand', { redirectClassNameForKey: 'songs', order: 'name', keys: 'name' }),
    find('RelBand', { redirectClassNameForKey: 'name' }),
    find('RelBand', { include: 'songs', order: 'name', keys: 'name' }),
    del('/classes/RelSong/{{s3.objectId}}'),
    where('RelSong', related('RelBand', '{{band.objectId}}', 'songs'), { keys: 'name' }).named('a deleted member is no row'),
    del('/classes/RelBand/{{band.objectId}}'),
    where('RelSong', related('RelBand', '{{band.objectId}}', 'songs'), { keys: 'name' }).named('after the owner is deleted'),
    where('RelSong', related('RelBand', '{{band.objectId}}', 'songs'), { keys: 'name' })
      .master()
      .named('after the owner is deleted, with the master key'),
  ]),

  scenario('Relations written wrongly', [
    create('RelOwner', { name: 'a', rel: addRelation(pointer('RelTarget', 'x')) }).as('o'),
    put('/classes/RelOwner/{{o.objectId}}', { rel: addRelation(pointer('RelElse', 'x')) }),
    put('/classes/RelOwner/{{o.objectId}}', { rel: addRelation() }),
    put('/classes/RelOwner/{{o.objectId}}', { rel: removeRelation() }),
    put('/classes/RelOwner/{{o.objectId}}', { rel: op('AddRelation') }),
    put('/classes/RelOwner/{{o.objectId}}', { rel: addRelation(pointer('RelTarget', 'missing')) }),
    put('/classes/RelOwner/{{o.objectId}}', { rel: addRelation('text') }),
    put('/classes/RelOwner/{{o.objectId}}', { name: addRelation(pointer('RelTarget', 'x')) }),
    put('/classes/RelOwner/{{o.objectId}}', { rel: { __op: 'Delete' } }),
    put('/classes/RelOwner/missing', { rel: addRelation(pointer('RelTarget', 'x')) }),
    where('RelTarget', related('RelOwner', '{{o.objectId}}', 'rel')),
  ]),

  scenario('Asking for related objects wrongly', [
    create('RelAsk', { name: 'a', rel: addRelation(pointer('RelAskTarget', 'x')), plain: 1 }).as('o'),
    rows('RelAskTarget', [{ name: 't' }]),
    where('RelAskTarget', related('RelAsk', 'missing', 'rel')),
    where('RelAskTarget', related('RelAsk', '{{o.objectId}}', 'nothing')),
    where('RelAskTarget', related('RelAsk', '{{o.objectId}}', 'plain')),
    where('RelAskTarget', related('RelNowhere', 'x', 'rel')),
    where('RelAskTarget', { $relatedTo: {} }),
    where('RelAskTarget', { $relatedTo: { object: pointer('RelAsk', '{{o.objectId}}') } }),
    where('RelAskTarget', { $relatedTo: { key: 'rel' } }),
    where('RelAskTarget', { $relatedTo: 'text' }),
    where('RelAskTarget', { $relatedTo: { object: 'text', key: 'rel' } }),
  ]),

  scenario('A relation of an object one may not read shows nothing', [
    create('RelSecretTarget', { name: 't' }).as('t'),
    create('RelSecret', { name: 'closed', rel: addRelation(pointer('RelSecretTarget', '{{t.objectId}}')), ACL: {} })
      .master()
      .as('o'),
    where('RelSecretTarget', related('RelSecret', '{{o.objectId}}', 'rel'), { keys: 'name' }),
    where('RelSecretTarget', related('RelSecret', '{{o.objectId}}', 'rel'), { keys: 'name' }).master(),
    create('RelSecretTarget', { name: 'closed', ACL: {} }).master().as('c'),
    create('RelSecret', {
      name: 'open',
      rel: addRelation(pointer('RelSecretTarget', '{{t.objectId}}'), pointer('RelSecretTarget', '{{c.objectId}}')),
    }).as('p'),
    where('RelSecretTarget', related('RelSecret', '{{p.objectId}}', 'rel'), { keys: 'name' }).named('a member one may not read'),
  ]),
];
