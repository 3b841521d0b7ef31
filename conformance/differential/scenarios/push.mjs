// Push: what is accepted, what is stored, and what a provider is given to send.

import { del, get, increment, post, put, scenario, signUp, where } from '../scenario.mjs';

const installation = (name, more = {}) =>
  post('/installations', {
    installationId: `installation-${name}`,
    deviceToken: `token-${name}`,
    deviceType: 'ios',
    ...more,
  });

const push = body => post('/push', body).master();
const toAll = (group, data, more = {}) => push({ where: { group }, data, ...more });

const KEPT = [
  'query', 'payload', 'source', 'status', 'numSent', 'numFailed', 'pushHash', 'errorMessage',
  'sentPerType', 'failedPerType', 'sentPerUTCOffset', 'failedPerUTCOffset', 'count', 'title',
  'expiration_interval', 'ACL',
];
const rows = ({ results, ...rest }) =>
  results ? results.map(row => Object.fromEntries(KEPT.filter(key => key in row).map(key => [key, row[key]]))) : rest;
const ended = ({ results }) => results.length > 0 && results.every(({ status }) => ['succeeded', 'failed'].includes(status));
const statusOf = group =>
  where('_PushStatus', { query: { $regex: `"${group}"` } }, { order: 'createdAt' }).master();
const finished = group => statusOf(group).until(ended).only(rows);
const sorted = ({ result, ...rest }) =>
  result
    ? result
        .map(one => ({ ...one, tokens: one.tokens.toSorted(), expiry: one.expiry === null ? null : 'set' }))
        .toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))
    : rest;
const told = (mark, count = 1) =>
  post('/functions/sentPushes', { mark })
    .until(({ result }) => result.flatMap(({ tokens }) => tokens).length >= count)
    .only(sorted);

export default [
  scenario('A push reaches the installations it is meant for', [
    installation('a1', { group: 'pushA' }),
    installation('a2', { group: 'pushA', deviceType: 'android' }),
    installation('a3', { group: 'other' }),
    post('/installations', { installationId: 'installation-a4', deviceType: 'ios', group: 'pushA' }),
    toAll('pushA', { alert: 'hello', mark: 'pushA' }),
    told('pushA', 2),
    finished('pushA'),
    toAll('nobodyThere', { alert: 'hello' }),
    finished('nobodyThere'),
  ]),

  scenario('Channels', [
    installation('c1', { channels: ['pushC-news'] }),
    installation('c2', { channels: ['pushC-news', 'pushC-sport'] }),
    installation('c3', { channels: ['pushC-sport'] }),
    push({ channels: ['pushC-news'], data: { alert: 'news', mark: 'pushC' } }),
    told('pushC', 2),
    finished('pushC-news'),
  ]),

  scenario('What cannot be delivered is counted', [
    installation('d1', { group: 'pushD' }),
    installation('d2', { group: 'pushD', deviceToken: 'dead-d2' }),
    installation('d3', { group: 'pushD', deviceToken: 'lost-d3', deviceType: 'android' }),
    toAll('pushD', { alert: { title: 'T', body: 'B' }, mark: 'pushD' }),
    told('pushD', 3),
    finished('pushD'),
    where('_Installation', { group: 'pushD' }, { order: 'createdAt', keys: 'deviceToken' }).master().named('tokens stay').only(({ results }) => results.map(({ deviceToken }) => deviceToken)),
  ]),

  scenario('Badges', [
    installation('b1', { group: 'pushB', badge: 3 }),
    installation('b2', { group: 'pushB' }),
    installation('b3', { group: 'pushB', badge: 3 }),
    toAll('pushB', { alert: 'one', badge: 7, mark: 'pushB-set' }),
    told('pushB-set', 3),
    where('_Installation', { group: 'pushB' }, { order: 'createdAt' }).master().named('after a number').only(({ results }) => results.map(({ badge }) => badge)),
    installation('b4', { group: 'pushB', badge: 1 }),
    toAll('pushB', { alert: 'one', badge: 'Increment', mark: 'pushB-one' }),
    told('pushB-one', 4),
    where('_Installation', { group: 'pushB' }, { order: 'createdAt' }).master().named('after Increment').only(({ results }) => results.map(({ badge }) => badge)),
    toAll('pushB', { alert: 'one', badge: increment(5), mark: 'pushB-five' }),
    told('pushB-five', 4),
    where('_Installation', { group: 'pushB' }, { order: 'createdAt' }).master().named('after five more').only(({ results }) => results.map(({ badge }) => badge)),
    toAll('pushB', { alert: 'one', badge: 'many' }),
    toAll('pushB', { alert: 'one', badge: { __op: 'Increment' } }),
  ]),

  scenario('Languages', [
    installation('l1', { group: 'pushL', localeIdentifier: 'fr-FR' }),
    installation('l2', { group: 'pushL', localeIdentifier: 'en-US' }),
    installation('l3', { group: 'pushL', localeIdentifier: 'de' }),
    installation('l4', { group: 'pushL' }),
    toAll('pushL', { alert: 'hello', 'alert-fr': 'salut', 'alert-de': 'hallo', 'title-de': 'Titel', mark: 'pushL' }),
    told('pushL', 4),
  ]),

  scenario('Times of a push', [
    toAll('pushT', { alert: 'later' }, { push_time: '2099-01-01T00:00:00.000Z' }),
    toAll('pushT', { alert: 'later' }, { push_time: '2099-01-01T00:00:00.000+02:00' }),
    toAll('pushT', { alert: 'later' }, { push_time: '2099-01-01T00:00:00.000' }),
    toAll('pushT', { alert: 'later' }, { push_time: 4_070_908_800 }),
    toAll('pushT', { alert: 'later' }, { push_time: '2099-01-01T00:00:00.000Z', expiration_interval: 60 }),
    toAll('pushT', { alert: 'later' }, { push_time: '2099-01-01T00:00:00.000Z', expiration_time: '2099-01-02T00:00:00.000Z' }),
    statusOf('pushT').only(({ results }) => results.map(({ pushTime, status, expiry, expiration_interval }) => ({ pushTime, status, expiry, expiration_interval }))),
    toAll('pushT', {}, { push_time: 'soon' }),
    toAll('pushT', {}, { push_time: true }),
    toAll('pushT', {}, { push_time: {} }),
    toAll('pushT', {}, { expiration_time: 'never' }),
    toAll('pushT', {}, { expiration_time: true }),
    toAll('pushT', {}, { expiration_interval: -1 }),
    toAll('pushT', {}, { expiration_interval: '60' }),
    toAll('pushT', {}, { expiration_interval: 60, expiration_time: '2099-01-01T00:00:00.000Z' }),
    installation('e1', { group: 'pushE' }),
    toAll('pushE', { alert: 'soon gone', mark: 'pushE' }, { expiration_interval: 3600 }),
    told('pushE'),
    toAll('pushE', { alert: 'soon gone', mark: 'pushE-2' }, { expiration_time: '2099-01-01T00:00:00.000Z' }),
    told('pushE-2'),
  ]),

  scenario('Who may push, and what', [
    post('/push', { where: {}, data: { alert: 'x' } }),
    signUp('push-ann').as('ann'),
    post('/push', { where: {}, data: { alert: 'x' } }).by('ann'),
    post('/push', { where: {}, data: { alert: 'x' } }).readOnlyMaster(),
    post('/push', { where: {}, data: { alert: 'x' } }).maintenance(),
    push({}),
    push({ data: { alert: 'x' } }),
    push({ where: {}, channels: ['a'], data: { alert: 'x' } }),
    push({ where: { group: { $nope: 1 } }, data: { alert: 'x' } }),
    get('/push').master(),
  ]),

  scenario('Audiences', [
    post('/push_audiences', { name: 'all users', query: '{"group":"pushAud"}' }).master().as('aud'),
    get('/push_audiences/{{aud.objectId}}').master(),
    get('/push_audiences').master(),
    get('/push_audiences', { where: { name: 'all users' }, count: 1 }).master(),
    get('/classes/_Audience/{{aud.objectId}}').master(),
    put('/push_audiences/{{aud.objectId}}', { name: 'all of them' }).master(),
    installation('aud1', { group: 'pushAud' }),
    toAll('pushAud', { alert: 'x', mark: 'pushAud' }, { audience_id: '{{aud.objectId}}' }),
    told('pushAud'),
    get('/push_audiences/{{aud.objectId}}').master().named('after it was used').until(({ timesUsed }) => timesUsed === 1).only(({ timesUsed, lastUsed }) => ({ timesUsed, lastUsed: typeof lastUsed })),
    get('/push_audiences/nope').master(),
    get('/push_audiences').readOnlyMaster().only(({ results }) => results.length),
    post('/push_audiences', { name: 'x', query: '{}' }).readOnlyMaster(),
    get('/push_audiences'),
    get('/push_audiences/{{aud.objectId}}'),
    post('/push_audiences', { name: 'x', query: '{}' }),
    put('/push_audiences/{{aud.objectId}}', { name: 'x' }),
    del('/push_audiences/{{aud.objectId}}'),
    post('/push_audiences', { name: 'x', query: {} }).master(),
    del('/push_audiences/{{aud.objectId}}').master(),
    get('/push_audiences').master().named('none is left'),
  ]),
];
