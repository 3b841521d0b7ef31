// Renders the list of differences into DIFFERENCES.md, and reports when that file is out of date.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rules } from './rules.mjs';

const template = new URL('./differences.template.md', import.meta.url);
const paper = new URL('./DIFFERENCES.md', import.meta.url);
const LONGEST_CELL = 240;

export function writeDocs(subjects, listed) {
  writeFileSync(paper, rendered(subjects, listed));
  console.log(`wrote ${fileURLToPath(paper)}`);
}

export function checkDocs(subjects, listed) {
  if (existsSync(paper) && readFileSync(paper, 'utf8') === rendered(subjects, listed)) return [];
  return [
    {
      message:
        'conformance/differential/DIFFERENCES.md is out of date: run `node conformance/differential/main.mjs --write-docs`.',
    },
  ];
}

function rendered(subjects, listed) {
  const requests = subjects
    .flatMap(({ scenarios }) => scenarios)
    .reduce((sum, { steps }) => sum + steps.length, 0);
  return readFileSync(template, 'utf8')
    .replace('{{requests}}', () => String(requests))
    .replace('{{listed}}', () => String(listed.length))
    .replace('{{rules}}', () => everywhere())
    .replace('{{tables}}', () => subjects.map(subject => section(subject, listed)).join(''));
}

function everywhere() {
  return table(
    'What',
    rules.map(({ name, parseServer, ours, reason }) => [name, parseServer, ours, reason].map(plain))
  );
}

function section({ subject, scenarios }, listed) {
  const key = (scenario, step) => `${scenario}\n${step}`;
  const steps = new Map(
    scenarios.flatMap(({ name, steps }) => steps.map(step => [key(name, step.label), step]))
  );
  const places = [...steps.keys()];
  const entries = listed
    .filter(entry => entry.subject === subject)
    .map(entry => ({ ...entry, key: key(entry.scenario, entry.step) }))
    .sort((a, b) => places.indexOf(a.key) - places.indexOf(b.key));
  if (entries.length === 0) return '';
  const rows = entries.map(entry => [
    asked(steps.get(entry.key), entry.step),
    answered(entry.parseServer),
    answered(entry.ours),
    plain(entry.reason),
  ]);
  return `\n## ${subject}\n\n${table('Request', rows)}\n`;
}

/** A step with a title of its own shows the title and the request. */
function asked(step, label) {
  if (!step || step.request === label) return code(label);
  return `${plain(label)}: ${code(step.request)}`;
}

function table(first, rows) {
  return [
    `| ${first} | Parse Server | Touchstone | Why |`,
    '| --- | --- | --- | --- |',
    ...rows.map(cells => `| ${cells.join(' | ')} |`),
  ].join('\n');
}

function answered({ status, headers, body }) {
  const parts = [];
  if (status !== undefined) parts.push(String(status));
  for (const [name, value] of Object.entries(headers ?? {})) parts.push(`${name}: ${value ?? 'none'}`);
  if (body !== undefined) parts.push(typeof body === 'string' ? body : JSON.stringify(body));
  return code(parts.join(' '));
}

/** A code span in a table cell: no line break, no bar that ends the cell, no run of backquotes that ends the span. */
function code(text) {
  const line = text.replace(/\s*\n\s*/g, ' ');
  const cut = line.length > LONGEST_CELL ? `${line.slice(0, LONGEST_CELL)}…` : line;
  return `\`\` ${plain(cut.replace(/`/g, "'"))} \`\``;
}

const plain = text => text.replaceAll('|', '\\|');
