// The servers the cases run against. A folder under `sdk/` is named after the configuration its cases
// need. Options carry Parse Server's names; `settingsOf` writes the same ones as settings.

export const KEYS = {
  appId: 'conformance',
  masterKey: 'the-master-key',
  readOnlyMasterKey: 'the-read-only-master-key',
  maintenanceKey: 'the-maintenance-key',
};

const OPEN = { allowClientClassCreation: true };

// The classes of the cases are named `Live…`, the others are those of the cloud code and the special ones.
const LIVE = {
  ...OPEN,
  liveQuery: {
    classNames: ['Live.*', 'Guarded', 'Mutated', 'JournalLog', 'JobLog', '_User', '_Session', '_Role', '_Installation'],
  },
};

// The product, as an operator runs it. All cases call from one address, so only the attacks and the
// browser are held to how often an address may.
const PROGRAMME = {
  programme: true,
  options: { profile: 'product', programmeAccess: 'open', limits: 'parse' },
};

export const configurations = {
  main: { cloud: true, options: OPEN },
  dashboard: { cloud: true, options: { ...OPEN, allowHeaders: ['X-Parse-Maintenance-Key'] } },
  // Wallets sign in; chains and origins differ from run to run and come by the environment.
  moralis: { options: { ...OPEN, liveQuery: { classNames: ['Issue', '_User'] } } },
  hooks: { options: { ...OPEN, webhookKey: 'the-webhook-key' } },
  'custom-ids': { options: { ...OPEN, allowCustomObjectId: true } },
  'public-users': { options: { ...OPEN, enforcePrivateUsers: false } },
  'short-sessions': { options: { ...OPEN, sessionLength: 1 } },
  'open-files': {
    options: {
      ...OPEN,
      preserveFileName: true,
      maxUploadSize: '100kb',
      fileUpload: { enableForPublic: true, enableForAnonymousUser: true, enableForAuthenticatedUser: true },
      fileDownload: { enableForPublic: false },
    },
  },
  'distant-master': { options: { ...OPEN, masterKeyIps: ['10.11.12.13'] } },
  mail: { mail: true, options: { ...OPEN, verifyUserEmails: true } },
  unverified: {
    mail: true,
    options: {
      ...OPEN,
      verifyUserEmails: true,
      preventLoginWithUnverifiedEmail: true,
      emailVerifyTokenValidityDuration: 4,
    },
  },
  lockout: { options: { ...OPEN, accountLockout: { threshold: 3, duration: 0.05 } } },
  'password-policy': {
    mail: true,
    options: { ...OPEN, passwordPolicy: { resetTokenValidityDuration: 2, resetTokenReuseIfValid: true } },
  },
  'short-passwords': {
    options: { ...OPEN, passwordPolicy: { maxPasswordAge: 2 / 86_400 } },
  },
  live: { cloud: true, options: LIVE },
  'live-keys': { options: { ...LIVE, javascriptKey: 'a-javascript-key', restAPIKey: 'a-rest-key' } },
  // Limits that a case can reach, and sessions that end while it runs; they are ours alone.
  'live-limits': {
    oursAlone: true,
    options: { ...LIVE, sessionLength: 3, requestComplexity: { queryDepth: 3 } },
  },
  product: PROGRAMME,
  // The same, for cases that compare all output before and after.
  'quiet-product': PROGRAMME,
  // The same, whose reports come from a page of the product under test.
  widget: PROGRAMME,
  // The same, told about chains.
  evidence: PROGRAMME,
  // The same, whose season is paid.
  payout: PROGRAMME,
};

export function optionsOf(name) {
  const configuration = configurations[name];
  if (!configuration) {
    throw new Error(`no configuration is named ${name}; see conformance/harness/configurations.mjs`);
  }
  return { masterKeyIps: ['127.0.0.1', '::1'], ...KEYS, ...configuration.options };
}

/** Whether only we can be started so: Parse Server has no product on it, and no such limits. */
export function isOursAlone(name) {
  const { programme = false, oursAlone = programme } = configurations[name] ?? {};
  return oursAlone;
}

const OWN_NAMES = {
  appId: 'APPLICATION_ID',
  restAPIKey: 'REST_API_KEY',
  serverURL: 'SERVER_URL',
  publicServerURL: 'PUBLIC_SERVER_URL',
};

/** Options whose members are settings of their own. */
const GROUPS = ['accountLockout', 'fileUpload', 'fileDownload', 'liveQuery', 'passwordPolicy', 'requestComplexity'];

const settingName = option => OWN_NAMES[option] ?? option.replace(/[A-Z]/g, letter => `_${letter}`).toUpperCase();

function settingValue(value) {
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Callers that may upload or download files, by the flags of Parse Server and what these are by default. */
const AUDIENCE = { enableForPublic: 'public', enableForAnonymousUser: 'anonymous', enableForAuthenticatedUser: 'users' };
const FILE_DEFAULTS = {
  fileUpload: { enableForPublic: false, enableForAnonymousUser: false, enableForAuthenticatedUser: true },
  fileDownload: { enableForPublic: true, enableForAnonymousUser: true, enableForAuthenticatedUser: true },
};

/** The members of a group as settings. */
function membersOf(group, members) {
  const flags = { ...FILE_DEFAULTS[group], ...members };
  const audience = Object.keys(AUDIENCE).filter(flag => flags[flag]).map(flag => AUDIENCE[flag]);
  const others = Object.entries(members).filter(([inner]) => !(FILE_DEFAULTS[group] && inner in AUDIENCE));
  const settings = others.map(([inner, it]) => [`${settingName(group)}_${settingName(inner)}`, it]);
  return FILE_DEFAULTS[group] ? [...settings, [`${settingName(group)}_BY`, audience.length > 0 ? audience : 'none']] : settings;
}

/** Options of Parse Server as settings of Touchstone. */
export function settingsOf(options) {
  const settings = Object.entries(options).flatMap(([option, value]) =>
    GROUPS.includes(option) ? membersOf(option, value) : [[settingName(option), value]]
  );
  return Object.fromEntries(settings.map(([name, value]) => [name, settingValue(value)]));
}
