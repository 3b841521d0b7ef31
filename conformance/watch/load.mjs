// A little of everything: testers who read, vote and report, administrators who look and decide, sockets that listen.
import { LiveSocket } from '../harness/live-socket.mjs';
import { APP_ID, PASSWORD } from './stage.mjs';

const TESTERS = ['kai', 'rin', 'mia'];
const WORDS = ['is:open', 'is:new', 'swap', 'is:open area:swap', ''];

async function call(url, name, params, token, path = `/functions/${name}`) {
  const headers = { 'X-Parse-Application-Id': APP_ID, 'Content-Type': 'application/json' };
  if (token) headers['X-Parse-Session-Token'] = token;
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(params) });
  return { status: answer.status, body: await answer.json().catch(() => ({})), headers: answer.headers };
}

async function signedIn(url, username) {
  const { status, body } = await call(url, '', { username, password: PASSWORD }, undefined, '/login');
  if (status !== 200) throw new Error(`${username} cannot sign in: ${JSON.stringify(body)}`);
  return body.sessionToken;
}

/** Who calls: some testers and an administrator, and a socket that listens. */
export class Crowd {
  #isOver = false;
  #loops = [];
  counts = { answered: 0, refused: 0, failed: 0 };

  static async open(url) {
    const crowd = new Crowd();
    crowd.url = url;
    crowd.testers = await Promise.all(TESTERS.map(name => signedIn(url, name)));
    crowd.keeper = await signedIn(url, 'maren');
    crowd.socket = await LiveSocket.open(url);
    crowd.socket.ws.on('error', () => {});
    crowd.say({ op: 'connect', applicationId: APP_ID, sessionToken: crowd.testers[0] });
    crowd.say({ op: 'subscribe', requestId: 1, query: { className: 'Issue', where: {} } });
    const { body } = await call(url, 'networkSave', { chainId: 31337, name: 'Local', isTestnet: true, rpcUrls: ['http://127.0.0.1:9/'] }, crowd.keeper);
    // The node does not answer, which is what is to be seen.
    await call(url, 'networkTest', { id: body.result?.network?.id }, crowd.keeper);
    return crowd;
  }

  say(message) {
    this.socket.ws.send(JSON.stringify(message));
  }

  /** One call of the mix; `n` decides which. */
  #next(n) {
    const token = this.testers[n % this.testers.length];
    const query = WORDS[n % WORDS.length];
    const mix = [
      () => call(this.url, 'dashboardTester', {}, token),
      () => call(this.url, 'searchIssues', { query, sort: 'activity', limit: 25 }, token),
      () => call(this.url, 'searchIssues', { query, sort: 'activity', limit: 25 }, token),
      () => call(this.url, 'issueGet', { number: 1 + (n % 40) }, token),
      () => call(this.url, 'standingsTop', {}, token),
      () => call(this.url, 'myStanding', {}, token),
      () => call(this.url, Math.floor(n / 30) % 2 ? 'issueUnvote' : 'issueVote', { number: 1 + (n % 30) }, token),
      () => call(this.url, 'triageQueue', {}, this.keeper),
      () => call(this.url, 'notificationCount', {}, token),
      () => call(this.url, `made-up-${n}`, {}, token),
    ];
    return mix[n % mix.length]();
  }

  /** Calls until it is over, a few at a time, each `everyMs`. */
  begin(atOnce, everyMs) {
    for (let loop = 0; loop < atOnce; loop++) this.#loops.push(this.#loop(loop * 7, everyMs));
  }

  async #loop(from, everyMs) {
    for (let n = from; !this.#isOver; n++) {
      const began = performance.now();
      const { status } = await this.#next(n).catch(() => ({ status: 599 }));
      this.counts[status < 400 ? 'answered' : status < 500 ? 'refused' : 'failed'] += 1;
      const rest = everyMs - (performance.now() - began);
      if (rest > 0) await new Promise(resolve => setTimeout(resolve, rest));
    }
  }

  async end() {
    this.#isOver = true;
    await Promise.allSettled(this.#loops);
    this.socket.ws.terminate();
  }
}
