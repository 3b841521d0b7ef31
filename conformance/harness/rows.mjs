// A class of its own for a case about queries: one object per entry, numbered by `n`.
import { fresh } from './names.mjs';

export function rowMaker(Parse) {
  return async function rows(...entries) {
    const Thing = fresh();
    await Parse.Object.saveAll(entries.map((fields, n) => new Parse.Object(Thing, { n, ...fields })));
    return { Thing, query: () => new Parse.Query(Thing) };
  };
}

/** The `n` of each object that a query finds. */
export async function numbersOf(query) {
  return (await query.find()).map(object => object.get('n'));
}
