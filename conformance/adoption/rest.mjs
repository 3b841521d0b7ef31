// A REST client of one server. `as` says who asks: `{ session }`, `{ master: true }` or no user.

export const APP = {
  id: 'adoption',
  masterKey: 'adoption-master-key',
  maintenanceKey: 'adoption-maintenance-key',
};

export class Rest {
  constructor(url) {
    this.url = url;
  }

  async send(method, path, { as = {}, params, body, headers = {} } = {}) {
    const address = new URL(`${this.url}/${path}`);
    for (const [name, value] of Object.entries(params ?? {})) {
      address.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    }
    const sent = { 'X-Parse-Application-Id': APP.id, 'Content-Type': 'application/json', ...headers };
    if (as.master) {
      sent['X-Parse-Master-Key'] = APP.masterKey;
    }
    if (as.session) {
      sent['X-Parse-Session-Token'] = as.session;
    }
    const answer = await fetch(address, {
      method,
      headers: sent,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    let parsed = text;
    try {
      parsed = JSON.parse(text);
    } catch {
      // Some errors of the reference are not JSON; they are compared as text.
    }
    return { status: answer.status, body: parsed };
  }

  /** Sends and insists on a 2xx answer, whose body it returns. */
  async must(method, path, options) {
    const answer = await this.send(method, path, options);
    if (answer.status < 200 || answer.status > 299) {
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    }
    return answer.body;
  }

  get(path, options) {
    return this.must('GET', path, options);
  }

  post(path, body, options) {
    return this.must('POST', path, { body, ...options });
  }

  put(path, body, options) {
    return this.must('PUT', path, { body, ...options });
  }

  delete(path, options) {
    return this.must('DELETE', path, options);
  }
}

export const master = { as: { master: true } };

export function pointer(className, objectId) {
  return { __type: 'Pointer', className, objectId };
}

export function date(iso) {
  return { __type: 'Date', iso };
}
