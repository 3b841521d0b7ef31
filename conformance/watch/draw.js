// Draws the panels of dashboard.json from what Prometheus says. Runs in a browser; `?prometheus=`, `?seconds=` and `?end=` say what.
const COLOURS = ['#90c7ee', '#e3bd69', '#70d0ae', '#a081dd', '#f7a264', '#f17377', '#b4bac1', '#7f9fb5'];
const HEIGHT = 34;
const asked = new URLSearchParams(location.search);
const [prometheus, seconds] = [asked.get('prometheus'), Number(asked.get('seconds'))];
const step = Math.max(5, Math.round(seconds / 120));
const end = Number(asked.get('end'));
const begin = end - seconds;

const fill = text => text.replaceAll('$__rate_interval', '30s').replaceAll('$instance', '.*').replaceAll('$job', 'touchstone');

async function ask(path, parameters) {
  const answer = await fetch(`${prometheus}/api/v1/${path}?${new URLSearchParams(parameters)}`);
  return (await answer.json()).data.result;
}

const named = (legend, metric) => (legend ? legend.replace(/\{\{(\w+)\}\}/g, (_, label) => metric[label] ?? '') : '');

/** A number as people read it, with its unit. */
function written(value, unit) {
  if (!Number.isFinite(value)) return '–';
  if (unit === 'percentunit') return `${(value * 100).toFixed(value > 0 && value < 0.1 ? 1 : 0)} %`;
  if (unit === 's') {
    if (value === 0) return '0 s';
    if (value >= 86_400) return `${(value / 86_400).toFixed(1)} d`;
    if (value >= 3600) return `${(value / 3600).toFixed(1)} h`;
    if (value >= 120) return `${(value / 60).toFixed(1)} min`;
    return value < 1 ? `${Number((value * 1000).toPrecision(2))} ms` : `${Number(value.toPrecision(2))} s`;
  }
  if (unit === 'bytes') return `${(value / 2 ** 20).toFixed(0)} MiB`;
  const number = value >= 1000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
  return unit === 'reqps' || unit === 'ops' ? `${number} /s` : number;
}

function element(tag, parent, text, className) {
  const made = parent.appendChild(document.createElement(tag));
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

async function stat(panel, box) {
  box.classList.add('stat');
  const [first] = await ask('query', { query: fill(panel.targets[0].expr), time: end });
  const value = first ? Number(first.value[1]) : NaN;
  const { unit, thresholds } = panel.fieldConfig.defaults;
  const reached = thresholds.steps.filter(one => one.value === null || value >= one.value).at(-1);
  box.classList.toggle('is-bad', reached?.color === 'red');
  element('div', box, written(value, unit), 'value');
}

/** A round number above the largest value. */
function ceiling(most) {
  if (most <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  return [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map(factor => factor * power).find(round => round >= most);
}

async function series(panel) {
  const answers = panel.targets.map(async ({ expr, legendFormat }) => {
    const found = await ask('query_range', { query: fill(expr), start: begin, end, step });
    return found.map(({ metric, values }) => ({ name: named(legendFormat, metric), values: values.map(([at, value]) => [at, Number(value)]) }));
  });
  const all = (await Promise.all(answers)).flat();
  return all.map(one => ({ ...one, values: one.values.filter(([, value]) => Number.isFinite(value)) })).filter(one => one.values.length > 0);
}

const last = ({ values }) => values.at(-1)[1];

async function chart(panel, box) {
  const lines = (await series(panel)).sort((a, b) => last(b) - last(a)).slice(0, COLOURS.length);
  if (lines.length === 0) return element('div', box, 'nothing yet', 'empty');
  const { unit } = panel.fieldConfig.defaults;
  const [width, height, left, bottom] = [panel.gridPos.w * 65, 190, 62, 20];
  const top = ceiling(Math.max(...lines.flatMap(({ values }) => values.map(([, value]) => value))));
  const x = at => left + ((at - begin) / seconds) * (width - left - 4);
  const y = value => 8 + (1 - value / top) * (height - bottom - 8);
  const parts = [];
  for (const share of [0, 0.5, 1]) {
    parts.push(`<line x1="${left}" x2="${width}" y1="${y(top * share)}" y2="${y(top * share)}" stroke="#1f2227"/>`);
    parts.push(`<text x="${left - 8}" y="${y(top * share) + 4}" text-anchor="end">${written(top * share, unit)}</text>`);
  }
  for (const share of [0, 0.5, 1]) {
    const at = new Date((begin + seconds * share) * 1000).toISOString().slice(11, 16);
    parts.push(`<text x="${x(begin + seconds * share)}" y="${height - 4}" text-anchor="${['start', 'middle', 'end'][share * 2]}">${at}</text>`);
  }
  lines.forEach(({ values }, index) => {
    const points = values.map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
    parts.push(`<polyline points="${points}" fill="none" stroke="${COLOURS[index]}" stroke-width="1.6" stroke-linejoin="round"/>`);
  });
  const holder = element('div', box);
  holder.style.cssText = 'flex: 1; min-height: 0; display: flex';
  holder.innerHTML = `<svg viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`;
  const legend = element('div', box, undefined, 'legend');
  lines.forEach((line, index) => {
    const entry = element('span', legend);
    element('i', entry).style.background = COLOURS[index];
    entry.append(`${line.name || panel.title} ${written(last(line), unit)}`);
  });
}

const dashboard = await (await fetch('dashboard.json')).json();
document.querySelector('h1').textContent = dashboard.title;
const [info] = await ask('query', { query: 'touchstone_build_info' });
document.querySelector('header p').textContent =
  `${info?.metric.instance ?? ''} · version ${info?.metric.version ?? '?'} · the last ${Math.round(seconds / 60)} minutes, times in UTC`;
const places = document.querySelector('#panels');
for (const panel of dashboard.panels) {
  if (panel.type === 'row') {
    element('div', places, panel.title, 'row');
    continue;
  }
  const box = element('section', places, undefined, 'panel');
  box.style.gridColumn = `span ${panel.gridPos.w}`;
  box.style.height = `${panel.gridPos.h * HEIGHT}px`;
  element('h2', box, panel.title);
  await (panel.type === 'stat' ? stat(panel, box) : chart(panel, box));
}
document.body.dataset.isDrawn = 'true';
