// A class of its own for a case about queries: one object per entry, numbered by `n`.
import { succeeded } from './expectations.mjs';
import { fresh } from './names.mjs';

export function rowMaker(Parse, send) {
  /** `list` sends find parameters, `ask` a where; `find` and `numbersOf` give the `n` of what is found. */
  return async function rows(...entries) {
    const Thing = fresh();
    await Parse.Object.saveAll(entries.map((fields, n) => new Parse.Object(Thing, { n, ...fields })));
    const list = query => send('GET', `/classes/${Thing}`, { query });
    const ask = where => list({ where });
    const find = async where => succeeded(await ask(where)).results.map(({ n }) => n);
    return { Thing, list, ask, find, query: () => new Parse.Query(Thing) };
  };
}

export async function numbersOf(query) {
  return (await query.find()).map(object => object.get('n'));
}
