// The table of outcomes in OUTCOMES.md.

const BEGIN = '<!-- made by `just evidence --write` -->';
const END = '<!-- end of what is made -->';

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

export function tableOf(rows) {
  const head = { name: 'outcome', status: 'transaction', class: 'class', verdict: 'verdict', confidence: 'confidence', decided: 'decided by' };
  const line = Object.keys(head).map(() => '---');
  return [cells(head), `| ${line.join(' | ')} |`, ...rows.map(cells)].join('\n');
}

/** The document with that table in its place. */
export function withTable(text, table) {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error('OUTCOMES.md has lost the place of its table');
  return `${text.slice(0, begin + BEGIN.length)}\n\n${table}\n\n${text.slice(end)}`;
}
