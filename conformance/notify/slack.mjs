// Slack's incoming webhooks as they are documented: one address for one channel, answered with a bare word.
import { randomBytes } from 'node:crypto';
import { jsonOf, openServer } from './stand-in.mjs';

const FAULTS = {
  later: { status: 429, headers: { 'Retry-After': '1' }, body: 'rate_limited' },
  gone: { status: 404, body: 'no_service' },
  broken: { status: 403, body: 'action_prohibited' },
  down: { status: 500, body: 'rollup_error' },
};

/** What is wrong with a post, if something is. */
function problemOf({ text, blocks = [] } = {}) {
  if (!text && blocks.length === 0) return 'no_text';
  if (blocks.length > 50) return 'invalid_blocks';
  const isFitting = ({ type, text: said, fields = [], elements = [] }) => {
    if (type === 'header') return said?.type === 'plain_text' && said.text.length <= 150;
    if (type === 'section') return (said?.text.length ?? 0) <= 3000 && fields.length <= 10 && fields.every(field => field.text.length <= 2000);
    return type === 'context' ? elements.length <= 10 : type === 'divider';
  };
  return blocks.every(isFitting) ? undefined : 'invalid_blocks';
}

/** Opens it: `heard` are the posts of the channel; `fault` is for the next one: `later`, `gone`, `broken`, `down`, `cut`. */
export async function open() {
  const heard = [];
  const path = `/services/T${randomBytes(5).toString('hex')}/B${randomBytes(5).toString('hex')}/${randomBytes(18).toString('hex')}`;
  const { host, origin, fault, stop } = await openServer((request, planned) => {
    if (request.path !== path) return { status: 404, body: 'no_service' };
    if (request.method !== 'POST') return { status: 400, body: 'invalid_payload' };
    const problem = problemOf(jsonOf(request.body));
    if (problem) return { status: 400, body: problem };
    const next = planned();
    if (FAULTS[next]) return FAULTS[next];
    heard.push({ at: Date.now(), text: request.body });
    return next === 'cut' ? { status: 'cut' } : { body: 'ok' };
  });
  return { host, webhookUrl: origin + path, heard, fault, stop };
}
