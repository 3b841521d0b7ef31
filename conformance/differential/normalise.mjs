// Makes two servers' answers comparable: what a server invents (ids, tokens, times, its own address)
// becomes a placeholder, everything else stays as it is.
//
// An invented value is named after the step in whose answer it first appears and keeps that name for the
// whole scenario, so that an answer naming the wrong object still differs, and one step that goes another
// way does not rename everything after it. Whatever a scenario wrote itself is never replaced.

import { pageName } from './pages.mjs';

const READ_BY_CLIENTS =
  /^(content-type|content-disposition|location|retry-after|access-control-.*|x-parse-.*|x-told)$/;
const GENERATED_ID = /^[A-Za-z0-9]{10,12}$/;
const GENERATED_NAME = /^[A-Za-z0-9]{25}$/;
const TOKEN = /r:[0-9a-f]{32}/g;
const FILE = /(?<![0-9a-f])[0-9a-f]{32}(?=_)/g;
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const DAY_MS = 86_400_000;
const NOW_TOLERANCE_MS = 600_000;

export function normalise(scenario, answers, server) {
  const masks = new Masks(JSON.stringify(scenario.steps), server);
  return scenario.steps.map((step, index) => masks.answer(step, index + 1, answers[index]));
}

class Masks {
  constructor(written, server) {
    this.written = written;
    this.server = server;
    this.placeholders = new Map();
    this.taken = new Set();
    this.number = 0;
  }

  answer(step, number, { status, headers, body }) {
    this.number = number;
    const named = pageName(body);
    const chosen = step.projection ? projected(step.projection, named) : named;
    const arranged = step.isOrdered ? chosen : this.arranged(chosen);
    this.collect(arranged);
    const kept = Object.entries(headers).filter(([name]) => READ_BY_CLIENTS.test(name));
    this.collectLocation(headers.location);
    this.collectStatus(headers);
    return {
      status,
      headers: Object.fromEntries(kept.map(([name, value]) => [name, this.text(String(value))])),
      body: this.masked(arranged),
    };
  }

  collect(value, key) {
    if (Array.isArray(value)) {
      value.forEach(item => this.collect(item));
    } else if (value && typeof value === 'object') {
      for (const name of Object.keys(value).sort()) this.collect(value[name], name);
    } else if (typeof value === 'string') {
      for (const token of value.match(TOKEN) ?? []) this.learn(token, 'token');
      for (const prefix of value.match(FILE) ?? []) this.learn(prefix, 'file');
      if (key === 'objectId' && GENERATED_ID.test(value)) this.learn(value, 'id');
      if (key === 'token' && GENERATED_NAME.test(value)) this.learn(value, 'secret');
      if (key === 'username' && GENERATED_NAME.test(value)) this.learn(value, 'username');
    }
  }

  collectLocation(location) {
    const last = location?.split('/').at(-1);
    if (last && GENERATED_ID.test(last)) this.learn(last, 'id');
  }

  /** A job or a push is named by a header alone. */
  collectStatus(headers) {
    for (const name of ['x-parse-job-status-id', 'x-parse-push-status-id']) {
      if (GENERATED_ID.test(headers[name] ?? '')) this.learn(headers[name], 'id');
    }
  }

  learn(value, kind) {
    if (this.placeholders.has(value) || this.written.includes(value)) return;
    const name = ['', ...'bcdefghijklmnopqrstuvwxyz']
      .map(letter => `<${kind} ${this.number}${letter}>`)
      .find(candidate => !this.taken.has(candidate));
    this.taken.add(name);
    this.placeholders.set(value, name);
  }

  masked(value) {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map(item => this.masked(item));
    if (!value || typeof value !== 'object') return value;
    const entries = Object.keys(value)
      .sort()
      .map(key => [this.text(key), this.masked(value[key])]);
    const object = Object.fromEntries(entries);
    if (this.isInventedTime(value.createdAt) && this.isInventedTime(value.updatedAt)) {
      object.updatedAt = compared(value.createdAt, value.updatedAt);
    }
    return object;
  }

  text(value) {
    if (this.isInventedTime(value)) return this.time(value);
    let text = value
      .replaceAll(this.server.origin, '<server>')
      .replaceAll(encodeURIComponent(this.server.origin), '<server>');
    for (const [invented, placeholder] of this.placeholders) {
      text = text.replaceAll(invented, placeholder);
    }
    return text;
  }

  isInventedTime(value) {
    return typeof value === 'string' && ISO_TIME.test(value) && !this.written.includes(value);
  }

  /** Tells this moment from a whole number of days away, which is how far a session's end lies. */
  time(value) {
    const away = Date.parse(value) - Date.now();
    const days = Math.round(away / DAY_MS);
    if (Math.abs(away - days * DAY_MS) > NOW_TOLERANCE_MS) return value;
    return days === 0 ? '<now>' : `<now + ${days} days>`;
  }

  /** Rows that came in no asked-for order are put into one that does not depend on invented values. */
  arranged(value) {
    if (Array.isArray(value)) return value.map(item => this.arranged(item));
    if (!value || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        key === 'results' && Array.isArray(inner) ? this.sorted(inner) : this.arranged(inner),
      ])
    );
  }

  sorted(list) {
    const blurred = item =>
      JSON.stringify(this.masked(item)).replace(/"[A-Za-z0-9]{10,12}"/g, text =>
        this.written.includes(text.slice(1, -1)) ? text : '"<id>"'
      );
    return list
      .map(item => ({ item, key: blurred(item) }))
      .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
      .map(({ item }) => item);
  }
}

function projected(projection, body) {
  if (typeof body === 'string') return body;
  try {
    return projection(body);
  } catch {
    return body;
  }
}

function compared(created, updated) {
  const difference = Date.parse(updated) - Date.parse(created);
  if (difference === 0) return '<same as createdAt>';
  return difference > 0 ? '<later than createdAt>' : '<earlier than createdAt>';
}
