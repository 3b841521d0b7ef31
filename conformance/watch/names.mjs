// Which metrics the dashboard and the rules speak of.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RULES } from './stage.mjs';

export const DASHBOARD = join(import.meta.dirname, '../../deploy/watch/dashboard.json');

/** The names in an expression, without labels, texts and functions. */
export function namesIn(expression) {
  const bare = expression.replace(/\{[^}]*\}/g, ' ').replace(/"[^"]*"/g, ' ').replace(/\[[^\]]*\]/g, ' ');
  return [...new Set(bare.match(/\b(?:touchstone|process)_[a-z0-9_]+\b/g) ?? [])];
}

export function dashboard() {
  return JSON.parse(readFileSync(DASHBOARD, 'utf8'));
}

/** Every question of the dashboard with its panel, the variables filled in. */
export function questions(window = '30s') {
  const fill = text => text.replaceAll('$__rate_interval', window).replaceAll('$instance', '.*').replaceAll('$job', 'touchstone');
  const panels = dashboard().panels.filter(panel => panel.type !== 'row');
  return panels.flatMap(panel => panel.targets.map(target => ({ panel: panel.title, legend: target.legendFormat, expr: fill(target.expr) })));
}

/** The expressions of the rules, as Prometheus has read them. */
export async function ruleExpressions(stage) {
  const { groups } = await stage.ask('rules');
  return groups.flatMap(group => group.rules.map(rule => ({ panel: rule.name, expr: rule.query })));
}

export { RULES };
