// Requests as they are on the wire, for what the SDK cannot say or hides.
import { KEYS } from './configurations.mjs';

const KEY_HEADERS = {
  master: ['X-Parse-Master-Key', KEYS.masterKey],
  readOnly: ['X-Parse-Master-Key', KEYS.readOnlyMasterKey],
  maintenance: ['X-Parse-Maintenance-Key', KEYS.maintenanceKey],
};

function headersFor({ app = KEYS.appId, key, token, installation, body, type, headers }) {
  const all = new Headers();
  if (app !== null) all.set('X-Parse-Application-Id', app);
  if (key) all.set(...KEY_HEADERS[key]);
  if (token) all.set('X-Parse-Session-Token', token);
  if (installation) all.set('X-Parse-Installation-Id', installation);
  if (body !== undefined) all.set('Content-Type', type);
  for (const [name, value] of Object.entries(headers ?? {})) all.set(name, value);
  return all;
}

/**
 * Sends one request below the mount. `query` values that are not strings go as JSON; `body` goes as
 * JSON unless it is a string. `app: null` leaves the application id out.
 */
export function wire(baseUrl) {
  return async function send(method, path, options = {}) {
    const { query, body, type = 'application/json' } = options;
    const url = new URL(baseUrl + path);
    for (const [name, value] of Object.entries(query ?? {})) {
      url.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    }
    const answer = await fetch(url, {
      method,
      headers: headersFor({ ...options, type }),
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
      redirect: 'manual',
      signal: options.signal,
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: parsed(text) };
  };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
