// The texts that show a failed transaction elsewhere, run as they are copied: the test by forge, the commands by cast.
import { makeProject } from './stage/foundry.mjs';

/** Outcomes whose texts are run in the gate. */
const FEW = [
  'two-token pool, too little out',
  'range pool, deadline',
  'no reason at all',
  'out of gas in the middle of a swap',
  'operation of a smart account that failed inside',
  'a trade before it in the same block: copied',
];

const FAILS = 'test_FailsAsItDid()';
const WORKS = 'test_WouldHaveWorked()';
const AT_PARENT = /vm\.createSelectFork\(vm\.envString\("RPC_URL"\), TX\);([^]*?)\/\/ (vm\.createSelectFork\(.*)/;
const COMPARED = /(assertEq\(data, hex"|emit UserOperationRevertReason\(.*, hex")([0-9a-f]*)"/;

/** The same test under another name. */
const named = (text, name) => text.replace(/^contract Tx\w+/m, `contract ${name}`);

/** With one byte of what it failed with changed; nothing where no node said what that was. */
function withOtherBytes(text) {
  if (!COMPARED.test(text)) return undefined;
  return text.replace(COMPARED, (_, before, data) => {
    const last = data ? (Number.parseInt(data.slice(-2), 16) ^ 1).toString(16).padStart(2, '0') : '00';
    return `${before}${data.slice(0, -2)}${last}"`;
  });
}

/** On the state of the block before, without the earlier transactions of its own block. */
const atParent = text => text.replace(AT_PARENT, (_, between, fork) => `${between}${fork}`);

export class Copied {
  #url;
  #nodes;
  #all;
  #waiting = [];
  #count = { tests: 0, commands: 0, ms: 0 };
  wrong = [];

  /** `nodes`: addresses that must be in no text. */
  constructor(url, nodes, { all }) {
    this.#url = url;
    this.#nodes = nodes.map(address => new URL(address).host);
    this.#all = all;
  }

  /** Takes the texts about a failed transaction. What is undone right after it is run at once. */
  async take(outcome, { hash }, seen, reader) {
    if (!hash || outcome.isRandom || seen.chainStatus !== 'reverted' || !(this.#all || FEW.includes(outcome.name))) return;
    const told = await reader.copies(hash);
    for (const node of this.#nodes) if (JSON.stringify(told).includes(node)) this.#say(outcome.name, `it names the node ${node}`);
    if (!told.foundry) return this.#say(outcome.name, 'there is no test');
    this.#waiting.push({ name: outcome.name, told, seen, isMovedInBlock: outcome.isMovedInBlock, has: outcome.hasChange });
    if (outcome.isUndone) await this.run();
  }

  #say(name, sentence) {
    this.wrong.push(`${name}: ${sentence}`);
  }

  /** Runs what waits. */
  async run() {
    const waiting = this.#waiting.splice(0);
    if (!waiting.length) return;
    const began = Date.now();
    const project = await makeProject(this.#url);
    for (const [at, { told }] of waiting.entries()) {
      await project.put(`Copied${at}`, named(told.foundry, `Copied${at}`));
      const other = withOtherBytes(told.foundry);
      if (other) await project.put(`Other${at}`, named(other, `Other${at}`));
      await project.put(`Parent${at}`, named(atParent(told.foundry), `Parent${at}`));
    }
    const results = await project.test();
    for (const [at, copied] of waiting.entries()) this.#judge(copied, name => results[`${name}${at}`]);
    await Promise.all(waiting.map(copied => this.#commands(project, copied)));
    await project.stop();
    this.#count.ms += Date.now() - began;
  }

  #judge({ name, told, isMovedInBlock, has }, of) {
    this.#count.tests += 1;
    const [copied, other, parent] = ['Copied', 'Other', 'Parent'].map(of);
    if (!copied) return this.#say(name, 'its test did not run');
    for (const [test, { status, reason }] of Object.entries(copied)) if (status !== 'Success') this.#say(name, `${test}: ${reason}`);
    if (has && !copied[WORKS]) this.#say(name, 'there is no test of what would have worked');
    const isCompared = withOtherBytes(told.foundry) !== undefined;
    if (isCompared && other?.[FAILS]?.status !== 'Failure') this.#say(name, 'with one byte changed it passes');
    const [status, reason] = [parent?.[FAILS]?.status, parent?.[FAILS]?.reason];
    if (!isMovedInBlock && status !== 'Success') this.#say(name, `at the parent block: ${reason}`);
    if (isMovedInBlock && !reason?.startsWith('it works here')) this.#say(name, `at the parent block it says: ${status} ${reason}`);
  }

  /** The whole trace shows the reason. So does the call alone, if nothing came before it in its block. */
  async #commands(project, { name, told, seen, isMovedInBlock }) {
    const [trace, call] = told.cast.split('\n').filter(line => line.startsWith('cast '));
    const { revert } = seen;
    const reasons = [revert?.text, ...(revert?.frames ?? []).flatMap(({ name: error, selector }) => [error, selector])].filter(Boolean);
    for (const line of [trace, ...(isMovedInBlock ? [] : [call])].filter(Boolean)) {
      this.#count.commands += 1;
      const printed = await project.shell(line);
      // A router that passes on no data says nothing of what failed inside.
      const isSaid = revert?.data && reasons.length ? reasons.some(reason => printed.toLowerCase().includes(reason.toLowerCase())) : /revert|OutOfGas|out of gas/i.test(printed);
      if (!isSaid) this.#say(name, `${line.slice(0, 60)}… prints: ${printed.slice(0, 600)}`);
    }
  }

  /** What was run, in words. */
  get words() {
    const { tests, commands, ms } = this.#count;
    return `copied: ${tests} tests and ${commands} commands run, ${this.wrong.length} wrong, ${Math.round(ms / 1000)} s`;
  }
}
