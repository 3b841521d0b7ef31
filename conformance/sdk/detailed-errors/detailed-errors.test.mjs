import { MASTER, connect, fresh } from '../../harness/connect.mjs';
import { answered, failedWith, refused } from '../../harness/expectations.mjs';

const { Parse, it, send, person, classWith } = connect(import.meta.dirname);

it('a master-only route says that the master key is required', async () => {
  answered(await send('GET', '/schemas'), 403, { error: 'unauthorized: master key is required' });
});

it('a closed class says which action is denied', async () => {
  const Thing = await classWith(fresh(), { create: {} });
  await refused(new Parse.Query(Thing).find(), 119, `Permission denied for action find on class ${Thing}.`);
  await refused(new Parse.Object(Thing).save({}), 119, `Permission denied for action create on class ${Thing}.`);
});

it('a class for the signed-in says so', async () => {
  const Thing = await classWith(fresh(), { find: { requiresAuthentication: true } });
  await refused(new Parse.Query(Thing).find(), 101, 'Permission denied, user needs to be authenticated.');
});

it('a master-only class says what clients may not do', async () => {
  failedWith(
    await send('GET', '/classes/_JobStatus'),
    400,
    119,
    "Clients aren't allowed to perform the find operation on the _JobStatus collection."
  );
});

it('installations say what clients may not do', async () => {
  failedWith(
    await send('GET', '/installations'),
    400,
    119,
    "Clients aren't allowed to perform the find operation on the installation collection."
  );
});

it('the read-only master key is told what it may not do', async () => {
  failedWith(
    await send('POST', `/classes/${fresh()}`, { key: 'readOnly', body: {} }),
    400,
    119,
    "read-only masterKey isn't allowed to perform the create operation."
  );
});

it('a protected field is named in the refusal', async () => {
  const Thing = await classWith(fresh(), {
    find: { '*': true },
    fields: { a: { type: 'String' } },
    protectedFields: { '*': ['a'] },
  });
  await new Parse.Object(Thing).save({ a: 'x' }, MASTER);
  await refused(
    new Parse.Query(Thing).equalTo('a', 'x').find(),
    119,
    `This user is not allowed to query a on class ${Thing}`
  );
  await refused(
    new Parse.Query(Thing).ascending('a').find(),
    119,
    `This user is not allowed to sort by a on class ${Thing}`
  );
});

it('an update of a user by nobody names the user', async () => {
  const ada = await person();
  failedWith(
    await send('PUT', `/users/${ada.id}`, { body: { nickname: 'x' } }),
    400,
    206,
    `Cannot modify user ${ada.id}.`
  );
});

it('an update of somebody else says what is lacking', async () => {
  const [ada, bob] = [await person(), await person()];
  failedWith(
    await send('PUT', `/users/${ada.id}`, { token: bob.token, body: { nickname: 'x' } }),
    400,
    206,
    'Insufficient auth.'
  );
});

it('an or that is no array says so', async () => {
  const Thing = fresh();
  await new Parse.Object(Thing).save({ n: 1 });
  failedWith(await send('GET', `/classes/${Thing}`, { query: { where: { $or: {} } } }), 400, 102, '$or must be an array');
});

it('a verified address of one\'s own making is explained', async () => {
  const ada = await person();
  failedWith(
    await send('PUT', `/users/${ada.id}`, { token: ada.token, body: { emailVerified: true } }),
    400,
    119,
    "Clients aren't allowed to manually update email verification."
  );
});
