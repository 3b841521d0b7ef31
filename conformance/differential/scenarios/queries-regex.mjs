// Regular expressions as the SDK writes them and as people do.

import { rows, scenario, where } from '../scenario.mjs';

const each = (className, constraints) => constraints.map(constraint => where(className, constraint, { keys: 'name' }));

export default [
  scenario('Patterns', [
    rows('QueryRegex', [
      { name: 'plain', s: 'Hello World' },
      { name: 'lines', s: 'first\nSecond line\nthird' },
      { name: 'special', s: 'a.b*c (d) [e] $f ^g \\h' },
      { name: 'quote', s: "it's" },
      { name: 'slash-e', s: 'x\\Ey' },
      { name: 'percent', s: '100% _under' },
      { name: 'empty', s: '' },
      { name: 'none' },
    ]),
    each('QueryRegex', [
      { s: { $regex: 'World' } },
      { s: { $regex: 'world' } },
      { s: { $regex: 'world', $options: 'i' } },
      { s: { $regex: '^Hello' } },
      { s: { $regex: 'World$' } },
      { s: { $regex: '^World' } },
      { s: { $regex: 'H.llo' } },
      { s: { $regex: 'l+' } },
      { s: { $regex: '[A-Z]ello' } },
      { s: { $regex: '\\d+' } },
      { s: { $regex: '\\QHello\\E' } },
      { s: { $regex: '^\\QHello\\E' } },
      { s: { $regex: '\\QWorld\\E$' } },
      { s: { $regex: '\\Qa.b*c (d)\\E' } },
      { s: { $regex: '\\Q$f ^g\\E' } },
      { s: { $regex: "\\Qit's\\E" } },
      { s: { $regex: "^it's$" } },
      { s: { $regex: '\\Qx\\E\\\\E\\Qy\\E' } },
      { s: { $regex: '\\Q%\\E' } },
      { s: { $regex: '100%' } },
      { s: { $regex: '_under' } },
      { s: { $regex: '^Second', $options: 'm' } },
      { s: { $regex: 'first.Second', $options: 's' } },
      { s: { $regex: 'hello  # a comment\n world', $options: 'xi' } },
      { s: { $regex: 'hello', $options: 'im' } },
      { s: { $regex: '' } },
      { s: { $regex: 'Hello|it' } },
      { s: { $regex: '(Hello) World' } },
    ]),
  ]),

  scenario('Patterns and options that are wrong', [
    rows('QueryRegexBad', [{ name: 'a', s: 'a' }]),
    each('QueryRegexBad', [
      { s: { $regex: '(' } },
      { s: { $regex: '[' } },
      { s: { $regex: '*' } },
      { s: { $regex: 5 } },
      { s: { $regex: null } },
      { s: { $regex: { a: 1 } } },
      { s: { $regex: ['a'] } },
      { s: { $regex: 'a', $options: 'z' } },
      { s: { $regex: 'a', $options: 'g' } },
      { s: { $regex: 'a', $options: 5 } },
      { s: { $regex: 'a', $options: '' } },
      { s: { $options: 'i' } },
      { s: { $regex: 'a', $ne: 'a' } },
      { objectId: { $regex: '^.' } },
    ]),
  ]),
];
