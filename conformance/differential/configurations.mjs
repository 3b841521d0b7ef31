// The options both servers of a pair are started with, under Parse Server's names.

export const APP_ID = 'differential';

export const KEYS = {
  masterKey: 'master-of-all',
  readOnlyMasterKey: 'master-of-reading',
  maintenanceKey: 'keeper-of-columns',
};

export const CLIENT_KEYS = {
  clientKey: 'key-of-client',
  javascriptKey: 'key-of-javascript',
  restAPIKey: 'key-of-rest',
  dotNetKey: 'key-of-dotnet',
};

const everywhere = {
  appId: APP_ID,
  ...KEYS,
  masterKeyIps: ['127.0.0.1', '::1'],
};

/** What most applications run, with class creation open so that scenarios can be short. */
const main = { ...everywhere, allowClientClassCreation: true };

/** The opposite of `main` wherever an option changes what clients see. */
const strict = {
  ...everywhere,
  ...CLIENT_KEYS,
  allowClientClassCreation: false,
  allowCustomObjectId: true,
  enforcePrivateUsers: false,
  enableAnonymousUsers: false,
  revokeSessionOnPasswordReset: false,
  expireInactiveSessions: false,
  maxLimit: 5,
  defaultLimit: 3,
  allowHeaders: ['X-Extra-Header'],
  allowOrigin: 'https://app.example.org',
};

/** Refusals in their long form, and fields hidden by the server's own settings. */
const talkative = {
  ...everywhere,
  allowClientClassCreation: true,
  enableSanitizedErrorResponse: false,
  objectIdSize: 12,
  preserveFileName: true,
  fileUpload: {
    enableForPublic: true,
    enableForAuthenticatedUser: false,
    fileExtensions: ['^(png|txt)$'],
    allowedFileUrlDomains: ['cdn.example.org', '*.files.example.org'],
  },
  fileDownload: { enableForAuthenticatedUser: false },
  sessionLength: 86400,
  protectedFields: { _User: { '*': ['phone', 'street'] }, Hidden: { '*': ['secret'], 'role:HiddenReaders': [], 'userField:owner': [] } },
};

/** Addresses confirmed, passwords held to a policy, accounts locked; `mail` brings what sending it takes. */
const accounts = {
  ...everywhere,
  allowClientClassCreation: true,
  appName: 'Differential & Sons',
  mail: true,
  verifyUserEmails: true,
  accountLockout: { threshold: 2, duration: 5, unlockOnPasswordReset: true },
  passwordPolicy: {
    validatorPattern: '^(?=.*[a-z]).{5,}$',
    doNotAllowUsername: true,
    maxPasswordHistory: 2,
    resetTokenValidityDuration: 3600,
  },
};

/** No sign-in before the address is confirmed, and every detail returned to the caller. */
const unverified = {
  ...everywhere,
  allowClientClassCreation: true,
  appName: 'Differential',
  mail: true,
  verifyUserEmails: true,
  preventLoginWithUnverifiedEmail: true,
  preventSignupWithUnverifiedEmail: true,
  emailVerifyTokenValidityDuration: 3600,
  emailVerifyTokenReuseIfValid: true,
  emailVerifySuccessOnInvalidEmail: false,
  passwordPolicy: {
    resetPasswordSuccessOnInvalidEmail: false,
    validationError: 'Not that one.',
    validatorPattern: '[a-z]',
  },
};

export const configurations = { main, strict, talkative, accounts, unverified };
