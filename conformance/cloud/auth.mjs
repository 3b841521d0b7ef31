// The auth adapters every suite configures on Parse Server: pass `authAdapters` as the option `auth`.
// The error class is looked up when a check fails, because Parse Server installs the global `Parse`
// only while it starts.
/* global Parse */

function tokenAdapter(prefix) {
  return {
    async validateAuthData(authData) {
      if (authData.token !== prefix + authData.id) {
        throw new Parse.Error(101, 'proof failed');
      }
    },
    async validateAppId() {},
  };
}

export const authAdapters = {
  proof: { module: tokenAdapter('token-for-') },
  second: { module: tokenAdapter('second-for-') },
};
