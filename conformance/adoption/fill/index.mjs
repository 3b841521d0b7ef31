// Fills an empty database through Parse Server and hands back what later checks must know.
import Parse from 'parse/node';
import { APP } from '../rest.mjs';
import { fillObjects } from './objects.mjs';
import { fillPeople } from './people.mjs';
import { fillRules } from './rules.mjs';

export async function fill(server) {
  Parse.initialize(APP.id, undefined, APP.masterKey);
  Parse.serverURL = server.url;
  const who = await fillPeople(server);
  const what = await fillObjects(server, who.people);
  const rules = await fillRules(server, who.people, what.kinds);
  return { ...who, ...what, rules };
}
