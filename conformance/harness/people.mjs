// Users, roles and class permissions the cases need as a background, made without touching the SDK's
// current user.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { fresh } from './names.mjs';

const MASTER = { useMasterKey: true };

export function people(Parse, send) {
  /** A signed-up user on a device of its own; spread `.as` into SDK options to act as them. */
  async function person(fields = {}) {
    const username = fresh('user-');
    const password = 'correct horse';
    const installation = randomUUID();
    const answer = await send('POST', '/users', {
      body: { username, password, ...fields },
      installation,
    });
    assert.equal(answer.status, 201, answer.text);
    const { objectId: id, sessionToken: token } = answer.body;
    return {
      id,
      token,
      username: fields.username ?? username,
      password: fields.password ?? password,
      installation,
      as: { sessionToken: token },
      pointer: { __type: 'Pointer', className: '_User', objectId: id },
      user: Parse.User.createWithoutData(id),
    };
  }

  /** A role, with members and child roles, that any user may read. */
  async function role({ users = [], roles = [], name = fresh('role') } = {}) {
    const acl = new Parse.ACL();
    acl.setPublicReadAccess(true);
    const made = new Parse.Role(name, acl);
    if (users.length) made.getUsers().add(users.map(({ user }) => user));
    if (roles.length) made.getRoles().add(roles);
    return made.save(null, MASTER);
  }

  /** A class with these permissions and fields, as an operator would define it. */
  async function classWith(className, { fields = {}, ...classLevelPermissions }) {
    const answer = await send('POST', `/schemas/${className}`, {
      key: 'master',
      body: { className, fields, classLevelPermissions },
    });
    assert.equal(answer.status, 200, answer.text);
    return className;
  }

  return { person, role, classWith };
}
