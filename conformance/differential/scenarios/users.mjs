// Signing up, reading, changing and deleting users.

import { create, del, find, get, post, put, scenario, signUp, where } from '../scenario.mjs';

export default [
  scenario('A sign-up answers with id, time and token', [
    signUp('user-ann', { email: 'user-ann@example.org', age: 7 }).as('ann'),
    get('/users/{{ann.objectId}}').by('ann'),
    get('/users/me').by('ann'),
    get('/users/{{ann.objectId}}'),
    get('/users/{{ann.objectId}}').master(),
    get('/classes/_User/{{ann.objectId}}').by('ann'),
    find('_User', { where: { username: 'user-ann' } }).by('ann'),
    find('_User', { where: { username: 'user-ann' } }),
    find('_User', { where: { username: 'user-ann' } }).master(),
    get('/users', { where: { username: 'user-ann' } }).master(),
    get('/users/{{ann.objectId}}').maintenance().only(withoutHash),
    where('_User', { _hashed_password: { $exists: true } }).master(),
    where('_User', { username: 'user-ann', password: 'secret' }).by('ann'),
    signUp('user-typed', { age: 'seven' }),
  ]),

  scenario('Sign-ups that lack something', [
    post('/users', {}),
    post('/users', { username: 'user-nopass' }),
    post('/users', { password: 'secret' }),
    post('/users', { username: '', password: 'secret' }),
    post('/users', { username: 'user-empty', password: '' }),
    post('/users', { username: 5, password: 'secret' }),
    post('/users', { username: 'user-number', password: 5 }),
    post('/users', { username: null, password: null }),
    post('/users', { username: ['a'], password: 'secret' }),
    post('/users', { username: { $ne: 'x' }, password: 'secret' }),
    post('/users', { username: 'user-authnull', password: 'secret', authData: null }),
    post('/users', { username: 'user-authempty', password: 'secret', authData: {} }),
    post('/users', { authData: {} }),
    post('/users', { authData: null }),
  ]),

  scenario('Names and addresses that are taken', [
    signUp('user-taken', { email: 'taken@example.org' }).as('u'),
    signUp('user-taken').named('the same name'),
    signUp('USER-Taken').named('the same name in capitals'),
    signUp('user-taken2', { email: 'taken@example.org' }),
    signUp('user-taken3', { email: 'TAKEN@example.org' }),
    signUp('user-other', { email: 'other@example.org' }).as('other'),
    put('/users/{{other.objectId}}', { username: 'user-taken' }).by('other'),
    put('/users/{{other.objectId}}', { username: 'User-Taken' }).by('other'),
    put('/users/{{other.objectId}}', { email: 'taken@example.org' }).by('other'),
    put('/users/{{other.objectId}}', { username: 'user-other' }).by('other').named('one’s own name'),
    put('/users/{{other.objectId}}', { username: 'USER-OTHER' }).by('other'),
  ]),

  scenario('E-mail addresses', [
    signUp('user-mail1', { email: 'nonsense' }),
    signUp('user-mail2', { email: '@' }),
    signUp('user-mail3', { email: 'a@b' }),
    signUp('user-mail4', { email: '' }),
    signUp('user-mail5', { email: 5 }),
    signUp('user-mail6', { email: null }),
    signUp('user-mail7', { email: 'Mixed@Example.org' }).as('u'),
    get('/users/me').by('u'),
    put('/users/{{u.objectId}}', { email: 'nonsense' }).by('u'),
    put('/users/{{u.objectId}}', { email: { __op: 'Delete' } }).by('u'),
    get('/users/me').by('u').named('without an address'),
    put('/users/{{u.objectId}}', { emailVerified: true }).by('u'),
    put('/users/{{u.objectId}}', { emailVerified: true }).master(),
    signUp('user-mail8', { emailVerified: true }),
    signUp('user-mail9', { email: 'mail9@example.org', emailVerified: true }).master(),
  ]),

  scenario('Names keep their blanks and capitals', [
    signUp(' user sp ').as('u'),
    get('/users/me').by('u'),
    signUp('Üser-ünïcode 🌍').as('v'),
    get('/users/me').by('v'),
  ]),

  scenario('Reserved and secret fields', [
    post('/users', { username: 'user-res1', password: 'secret', objectId: 'mine' }),
    post('/users', { username: 'user-res2', password: 'secret', _hashed_password: 'x' }),
    post('/users', { username: 'user-res3', password: 'secret', sessionToken: 'x' }),
    post('/users', { username: 'user-res4', password: 'secret', _email_verify_token: 'x' }),
    post('/users', { username: 'user-res5', password: 'secret', _session_token: 'x' }),
    post('/users', { username: 'user-res6', password: 'secret', createdAt: 'x' }),
  ]),

  scenario('Columns that no client changes, where rules see users first', [
    signUp('user-internal').as('u'),
    ['_email_verify_token', '_email_verify_token_expires_at', '_perishable_token', '_failed_login_count'].map(name =>
      put('/users/{{u.objectId}}', { [name]: 'x' }).by('u')
    ),
    put('/users/{{u.objectId}}', { _email_verify_token: 'x' }).master(),
    put('/users/{{u.objectId}}', { nickname: 'one that can be changed' }).by('u'),
  ]),

  scenario('ACLs of users', [
    signUp('user-acl1', { ACL: { '*': { read: true } } }).as('u'),
    get('/users/{{u.objectId}}'),
    get('/users/{{u.objectId}}').by('u'),
    put('/users/{{u.objectId}}', { ACL: { '*': { read: true, write: true } } }).by('u'),
    get('/users/{{u.objectId}}').by('u').named('own rights come back'),
    put('/users/{{u.objectId}}', { ACL: {} }).by('u'),
    get('/users/{{u.objectId}}').by('u').named('own rights stay after an empty ACL'),
    put('/users/{{u.objectId}}', { ACL: {} }).master(),
    get('/users/{{u.objectId}}').master(),
    post('/login', { username: 'user-acl1', password: 'secret' }),
    post('/functions/whoami', {}).by('u'),
  ]),

  scenario('Changing oneself and others', [
    signUp('user-bob').as('bob'),
    signUp('user-cat', { ACL: { '*': { read: true, write: true } } }).as('cat'),
    put('/users/{{bob.objectId}}', { nick: 'b' }).by('bob'),
    put('/users/{{bob.objectId}}', { nick: 'b' }).by('cat'),
    put('/users/{{bob.objectId}}', { nick: 'b' }),
    put('/users/{{bob.objectId}}', { nick: 'm' }).master(),
    put('/users/{{cat.objectId}}', { nick: 'x' }).by('bob'),
    put('/users/{{cat.objectId}}', { nick: 'x' }),
    put('/users/missing', { nick: 'x' }).by('bob'),
    put('/users/missing', { nick: 'x' }).master(),
    put('/classes/_User/{{bob.objectId}}', { nick: 'c' }).by('bob'),
    get('/users/me').by('bob'),
    put('/users/{{bob.objectId}}', { username: '' }).by('bob'),
    put('/users/{{bob.objectId}}', { username: null }).by('bob'),
    put('/users/{{bob.objectId}}', { username: 5 }).by('bob'),
    put('/users/{{bob.objectId}}', { username: { __op: 'Delete' } }).by('bob'),
    put('/users/{{bob.objectId}}', { password: 5 }).by('bob'),
    put('/users/{{bob.objectId}}', { password: '' }).by('bob'),
  ]),

  scenario('Deleting users', [
    signUp('user-dan').as('dan'),
    signUp('user-eve', { ACL: { '*': { read: true, write: true } } }).as('eve'),
    del('/users/{{dan.objectId}}'),
    del('/users/{{dan.objectId}}').by('eve'),
    del('/users/missing').by('eve'),
    del('/users/{{eve.objectId}}').by('dan'),
    del('/users/{{dan.objectId}}').by('dan'),
    get('/users/me').by('dan').only(body => body.code),
    post('/login', { username: 'user-dan', password: 'secret' }),
    signUp('user-dan').named('the name is free again'),
    del('/users/missing').master(),
  ]),

  scenario('A new password', [
    signUp('user-fay').as('fay'),
    put('/users/{{fay.objectId}}', { password: 'changed' }).by('fay').as('fresh'),
    get('/users/me').by('fresh'),
    get('/users/me').by('fay').named('the former token'),
    post('/login', { username: 'user-fay', password: 'secret' }),
    post('/login', { username: 'user-fay', password: 'changed' }).as('again'),
    put('/users/{{fay.objectId}}', { password: 'by master' }).master(),
    get('/users/me').by('again').named('the token after the master’s change'),
    post('/login', { username: 'user-fay', password: 'by master' }),
  ]),

  scenario('Users made through the class and with the master key', [
    post('/classes/_User', { username: 'user-class', password: 'secret' }),
    post('/users', { username: 'user-master', password: 'secret' }).master(),
    post('/users', { username: 'user-master-installed', password: 'secret' })
      .master()
      .with({ 'X-Parse-Installation-Id': 'device-0' }),
    post('/users', { username: 'user-installed', password: 'secret' }).with({ 'X-Parse-Installation-Id': 'device-1' }).as('u'),
    get('/sessions/me').by('u'),
    where('_User', { username: 'user-class' }, { count: 1, limit: 0 }),
    create('UserNotes', { name: 'a' }),
  ]),
];

function withoutHash(body) {
  const { _hashed_password: hash, ...rest } = body;
  return { ...rest, hashed: typeof hash };
}
