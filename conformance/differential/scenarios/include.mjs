// Pointers followed in the answer.

import { create, del, find, get, pointer, put, scenario, signUp, where } from '../scenario.mjs';

export default [
  scenario('One level and several', [
    create('IncCountry', { name: 'Italy' }).as('italy'),
    create('IncCity', { name: 'Rome', country: pointer('IncCountry', '{{italy.objectId}}') }).as('rome'),
    create('IncPerson', {
      name: 'Ann',
      city: pointer('IncCity', '{{rome.objectId}}'),
      places: [pointer('IncCity', '{{rome.objectId}}'), 'a word', pointer('IncCountry', '{{italy.objectId}}')],
      nest: { home: pointer('IncCity', '{{rome.objectId}}'), label: 'home' },
    }).as('ann'),
    create('IncPerson', { name: 'Bob' }),
    ...[
      'city',
      'city.country',
      'places',
      'places.country',
      'nest.home',
      'city,places',
      'nothing',
      'name',
      'city.nothing',
      'city.name',
      '',
      '*',
    ].map(include => find('IncPerson', { include, order: 'name' })),
    find('IncPerson', { includeAll: true, order: 'name' }),
    get('/classes/IncPerson/{{ann.objectId}}', { include: 'city' }),
    get('/classes/IncPerson/{{ann.objectId}}', { include: 'city.country,places' }),
    get('/classes/IncPerson/{{ann.objectId}}', { include: '*' }),
    find('IncPerson', { include: 'city', keys: 'name', order: 'name' }),
    find('IncPerson', { include: 'city', keys: 'name,city', order: 'name' }),
    find('IncPerson', { keys: 'city.name', order: 'name' }),
    find('IncPerson', { keys: 'city.country.name', order: 'name' }),
    find('IncPerson', { include: 'city', excludeKeys: 'city.name', order: 'name' }),
    find('IncPerson', { include: 'city', excludeKeys: 'city', order: 'name' }),
    find('IncPerson', { include: ['city'], order: 'name' }),
    find('IncPerson', { include: 5, order: 'name' }),
    where('IncPerson', { city: { $exists: true } }, { include: 'city', count: 1 }),
  ]),

  scenario('Pointers to what is gone or closed', [
    create('IncTarget', { name: 'gone' }).as('gone'),
    create('IncTarget', { name: 'closed', ACL: {} }).as('closed'),
    create('IncTarget', { name: 'open' }).as('open'),
    create('IncOwner', {
      name: 'a',
      one: pointer('IncTarget', '{{gone.objectId}}'),
      two: pointer('IncTarget', '{{closed.objectId}}'),
      list: [
        pointer('IncTarget', '{{gone.objectId}}'),
        pointer('IncTarget', '{{open.objectId}}'),
        pointer('IncTarget', '{{closed.objectId}}'),
        7,
      ],
    }),
    del('/classes/IncTarget/{{gone.objectId}}'),
    find('IncOwner'),
    find('IncOwner', { include: 'one' }),
    find('IncOwner', { include: 'two' }),
    find('IncOwner', { include: 'list' }),
    find('IncOwner', { include: 'one,two,list' }).master(),
  ]),

  scenario('Everything is included, and some keys', [
    create('IncDeep', { some: 'thing', other: 'value' }).as('deep'),
    create('IncMiddle', { key: 'value', other: 'value', deep: pointer('IncDeep', '{{deep.objectId}}') }).as('middle'),
    create('IncSide', { clan: 'wu' }).as('side'),
    create('IncTop', {
      foo: 'bar',
      fizz: 'buzz',
      middle: pointer('IncMiddle', '{{middle.objectId}}'),
      side: pointer('IncSide', '{{side.objectId}}'),
      list: [1, pointer('IncSide', '{{side.objectId}}')],
    }).as('top'),
    find('IncTop', { includeAll: true, keys: 'fizz,middle.key,middle.deep.some' }),
    find('IncTop', { include: '*', keys: 'fizz' }),
    find('IncTop', { includeAll: true, keys: 'fizz', excludeKeys: 'side' }),
    get('/classes/IncTop/{{top.objectId}}', { includeAll: true, keys: 'foo' }),
  ]),

  scenario('Pointers to what only the master sees', [
    create('IncClosed', { name: 'a', config: pointer('_GlobalConfig', '1') }).as('c'),
    create('IncClosed', { name: 'b', push: pointer('_PushStatus', 'x') }),
    find('IncClosed', { include: 'config' }),
    get('/classes/IncClosed/{{c.objectId}}', { include: 'config' }),
    find('IncClosed', { include: 'push' }),
    find('IncClosed', { include: 'nothing' }),
  ]),

  scenario('A class that points to itself', [
    create('IncNode', { name: 'root' }).as('root'),
    create('IncNode', { name: 'child', parent: pointer('IncNode', '{{root.objectId}}') }).as('child'),
    put('/classes/IncNode/{{root.objectId}}', { parent: pointer('IncNode', '{{child.objectId}}') }),
    find('IncNode', { include: 'parent', order: 'name' }),
    find('IncNode', { include: 'parent.parent', order: 'name' }),
    find('IncNode', { include: 'parent.parent.parent', order: 'name' }),
  ]),

  scenario('Users that are included show no secrets', [
    signUp('inc-user', { email: 'inc@example.org', phone: '123', ACL: { '*': { read: true } } }).as('u'),
    create('IncOwned', { name: 'a', user: pointer('_User', '{{u.objectId}}') }),
    find('IncOwned', { include: 'user' }),
    find('IncOwned', { include: 'user' }).by('u'),
    find('IncOwned', { include: 'user' }).master(),
  ]),

  scenario('Two pointers to the same object and two to the same class', [
    create('IncTag', { name: 'red' }).as('red'),
    create('IncTag', { name: 'blue' }).as('blue'),
    create('IncItem', {
      name: 'a',
      first: pointer('IncTag', '{{red.objectId}}'),
      second: pointer('IncTag', '{{red.objectId}}'),
      third: pointer('IncTag', '{{blue.objectId}}'),
    }),
    create('IncItem', { name: 'b', first: pointer('IncTag', '{{red.objectId}}') }),
    find('IncItem', { include: 'first,second,third', order: 'name' }),
  ]),
];
