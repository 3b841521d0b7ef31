// The tables in OUTCOMES.md: of outcomes, and of what would have worked by class.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const BEGIN = '<!-- made by `just evidence --write` -->';
const END = '<!-- end of what is made -->';
const BEGIN_CLASSES = '<!-- classes, made by `just evidence --write` -->';
const END_CLASSES = '<!-- end of classes -->';
const ENGINE = join(import.meta.dirname, '../../crates/chain/explain/src/class.rs');

/** What each outcome came to. */
export const rows = results =>
  results.map(({ name, seen = {}, decided }) => ({
    name,
    status: seen.chainStatus ?? 'not sent',
    class: seen.failureClass ? `\`${seen.failureClass}\`` : '–',
    verdict: seen.verdict ?? '–',
    confidence: seen.confidence ?? '–',
    decided: decided ? `\`${decided}\`` : '–',
  }));

const cells = row => `| ${Object.values(row).join(' | ')} |`;

const HEAD = { name: 'outcome', status: 'transaction', class: 'class', verdict: 'verdict', confidence: 'confidence', decided: 'decided by' };

export function tableOf(rows, head = HEAD) {
  const line = Object.keys(head).map(() => '---');
  return [cells(head), `| ${line.join(' | ')} |`, ...rows.map(cells)].join('\n');
}

/** All classes, as the engine lists them. */
const classes = () => [...readFileSync(ENGINE, 'utf8').split('pub enum Verdict')[0].matchAll(/ = "(\w+)",/g)].map(([, key]) => key);

const CLASS_HEAD = { class: 'class', question: 'change', count: 'reverted', right: 'right', other: 'given', wrong: 'wrong', silent: 'silent' };

/** What became of the question of each class. Without a question nothing is right, wrong or silent. */
function classRow(name, results) {
  const own = results.filter(({ seen }) => seen?.failureClass === name && seen.chainStatus === 'reverted');
  const asked = own.filter(({ seen, answers }) => seen.wouldHave && answers?.length);
  const question = asked.map(({ seen }) => seen.wouldHave.question).find(Boolean);
  const answers = asked.flatMap(result => result.answers);
  const given = answers.filter(({ outcome }) => outcome !== 'untried');
  const counts = {
    right: given.filter(({ isAsked, wrong }) => isAsked && !wrong.length).length,
    other: given.filter(({ isAsked }) => !isAsked).length,
    wrong: given.filter(({ wrong }) => wrong.length).length,
    silent: answers.length - given.length,
  };
  const shown = Object.fromEntries(Object.entries(counts).map(([key, count]) => [key, question ? count : '–']));
  return { class: `\`${name}\``, question: question ? `\`${question}\`` : '–', count: own.length, ...shown };
}

export const classTableOf = results => tableOf(classes().map(name => classRow(name, results)), CLASS_HEAD);

/** The document with these tables in their places. */
export const withTables = (text, table, classTable) => between(between(text, BEGIN, END, table), BEGIN_CLASSES, END_CLASSES, classTable);

function between(text, first, last, table) {
  const [begin, end] = [text.indexOf(first), text.indexOf(last)];
  if (begin < 0 || end < begin) throw new Error('OUTCOMES.md has lost the place of a table');
  return `${text.slice(0, begin + first.length)}\n\n${table}\n\n${text.slice(end)}`;
}
