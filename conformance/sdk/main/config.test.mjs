import assert from 'node:assert/strict';
import { connect } from '../../harness/connect.mjs';
import { succeeded } from '../../harness/expectations.mjs';

const { Parse, it, send } = connect(import.meta.dirname);
const MASTER = { useMasterKey: true };
const fresh = () => `p${Math.random().toString(36).slice(2)}`;

it('a saved parameter is read by all users', async () => {
  const name = fresh();
  await Parse.Config.save({ [name]: 'hello' });
  assert.equal((await Parse.Config.get()).get(name), 'hello');
});

it('a parameter for the master key alone is kept from others', async () => {
  const name = fresh();
  await Parse.Config.save({ [name]: 'hidden' }, { [name]: true });
  assert.equal((await Parse.Config.get()).get(name), undefined);
  assert.equal((await Parse.Config.get(MASTER)).get(name), 'hidden');
  const { masterKeyOnly } = succeeded(await send('GET', '/config'));
  assert.ok(!(name in masterKeyOnly), 'its name is not told either');
});

it('dates, files, places and pointers come back as what they were', async () => {
  const [date, place, file, user] = [fresh(), fresh(), fresh(), fresh()];
  await Parse.Config.save({
    [date]: new Date('2026-01-02T03:04:05.678Z'),
    [place]: new Parse.GeoPoint(10, 20),
    [file]: Parse.File.fromJSON({ __type: 'File', name: 'a.txt', url: 'https://files.example.org/a.txt' }),
    [user]: Parse.User.createWithoutData('someone'),
  });
  const config = await Parse.Config.get();
  assert.equal(config.get(date).toISOString(), '2026-01-02T03:04:05.678Z');
  assert.equal(config.get(place).latitude, 10);
  assert.equal(config.get(file).url(), 'https://files.example.org/a.txt');
  assert.equal(config.get(user).id, 'someone');
});
