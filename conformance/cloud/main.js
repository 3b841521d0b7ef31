// The cloud code every suite runs on Parse Server. `crates/touchstone/examples/cloud.rs` says the same in
// Rust, so that both servers can be asked the same questions. Uses the global `Parse` that Parse
// Server installs before it loads this file, and imports nothing.
/* global Parse */

const MASTER = { useMasterKey: true };

async function record(className, fields) {
  await new Parse.Object(className).save(fields, MASTER);
}

Parse.Cloud.define('hello', () => 'Hello world');
Parse.Cloud.define('echo', request => request.params);
Parse.Cloud.define('nothing', () => undefined);
Parse.Cloud.define('nullResult', () => null);
Parse.Cloud.define('whoami', request => ({
  user: request.user ? request.user.id : null,
  master: Boolean(request.master),
  installationId: request.installationId ?? null,
}));
Parse.Cloud.define('contextEcho', request => request.context);
Parse.Cloud.define('fail', () => {
  throw 'it failed';
});
Parse.Cloud.define('failWithCode', request => {
  throw new Parse.Error(request.params.code, request.params.message);
});
Parse.Cloud.define('validated', request => request.params, {
  requireUser: true,
  fields: { count: { type: Number, required: true } },
});
Parse.Cloud.define('asMaster', request => new Parse.Query(request.params.className).count(MASTER));

Parse.Cloud.beforeSave('Guarded', ({ object, original }) => {
  if (object.get('forbid') === true) {
    throw new Parse.Error(142, 'forbidden by rule');
  }
  if (object.get('rawThrow') === true) {
    throw 'raw refusal';
  }
  object.set('stamp', 'checked');
  // Never stored, so whoever has it was sent it; `dirty` says yes to every key of a new object.
  if (object.has('drop')) {
    object.unset('drop');
  }
  const previous = original?.get('name');
  if (previous !== undefined) {
    object.set('previous', previous);
  }
});
Parse.Cloud.beforeDelete('Guarded', ({ object }) => {
  if (object.get('locked') === true) {
    throw 'locked';
  }
});
Parse.Cloud.afterDelete('Guarded', ({ object }) =>
  record('JournalLog', { action: 'deleted', name: object.get('name') })
);

Parse.Cloud.afterSave('Journal', async ({ object }) => {
  await record('JournalLog', {
    action: object.existed() ? 'updated' : 'created',
    name: object.get('name'),
  });
});
Parse.Cloud.afterSave('Custom', () => ({ custom: 'json' }));
Parse.Cloud.afterSave('Mutated', ({ object }) => {
  object.set('extra', 'from after');
});

Parse.Cloud.beforeFind('Filtered', ({ query }) => {
  query.notEqualTo('hidden', true);
});
Parse.Cloud.afterFind('Decorated', ({ objects }) => {
  objects.forEach(object => object.set('decorated', true));
  return objects;
});

Parse.Cloud.beforeSave(Parse.User, ({ object }) => {
  if (object.get('username') === 'forbidden') {
    throw new Parse.Error(142, 'name not allowed');
  }
});
Parse.Cloud.beforeLogin(({ object }) => {
  if (object.get('banned')) {
    throw new Parse.Error(101, 'banned');
  }
});
Parse.Cloud.afterLogin(({ object }) =>
  record('LoginLog', { action: 'login', name: object.get('username') })
);
Parse.Cloud.afterLogout(() => record('LoginLog', { action: 'logout' }));

Parse.Cloud.beforeSave(Parse.Config, ({ object }) => {
  if (object.get('forbiddenParam') !== undefined) {
    throw new Parse.Error(142, 'parameter not allowed');
  }
});
Parse.Cloud.afterSave(Parse.Config, async ({ object }) => {
  const name = object.get('journaled');
  if (name !== undefined) await record('JournalLog', { action: 'config', name });
});

const endsIn = (file, ending) => (file.name() ?? '').endsWith(ending);
Parse.Cloud.beforeSave(Parse.File, ({ file }) => {
  switch (file.name()) {
    case 'refused.txt':
      throw new Parse.Error(4242, 'not this file');
    case 'thrown.txt':
      throw 'thrown away';
    case 'instead.txt':
      return Parse.File.fromJSON({ __type: 'File', name: 'other.txt', url: 'https://files.example/other.txt' });
    case 'sorted.txt':
      file.setDirectory('sorted');
  }
});
Parse.Cloud.afterSave(Parse.File, async ({ file, fileSize }) => {
  if (endsIn(file, 'logged.txt')) await record('FileLog', { action: 'saved', size: fileSize });
});
Parse.Cloud.beforeDelete(Parse.File, ({ file }) => {
  if (endsIn(file, '_locked.txt')) throw 'locked';
});
Parse.Cloud.afterDelete(Parse.File, async ({ file }) => {
  if (endsIn(file, 'logged.txt')) await record('FileLog', { action: 'deleted' });
});
Parse.Cloud.beforeFind(Parse.File, ({ file }) => {
  if (endsIn(file, '_secret.txt')) throw new Parse.Error(141, 'secret');
});
Parse.Cloud.afterFind(Parse.File, request => {
  if (endsIn(request.file, '_kept.txt')) request.forceDownload = true;
  if (endsIn(request.file, '_headed.txt')) request.responseHeaders['X-Told'] = 'yes';
});

// The adapter in `push.mjs` writes down what it is given to send.
Parse.Cloud.define('sentPushes', request =>
  (globalThis.sentPushes ?? []).filter(({ data }) => data?.mark === request.params.mark)
);

Parse.Cloud.job('tidyUp', async ({ params, message }) => {
  message('looking around');
  await new Parse.Object('JobLog').save({ params }, { useMasterKey: true });
  message('all tidy');
});
Parse.Cloud.job('tally', async ({ message }) => {
  await message('half way');
  return 'done';
});
Parse.Cloud.job('breaks', () => {
  throw 'it broke';
});
