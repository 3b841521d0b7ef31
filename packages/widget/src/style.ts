// The look of the widget. A constructed sheet needs no permission of the page's content policy.

export const CSS = `
:host { all: initial; }
.zone {
  --ink: light-dark(#171c22, #ebedef); --ink-2: light-dark(#434a52, #b4bac1); --surface: light-dark(#fff, #15181c);
  --line: light-dark(#d9dde1, #3b4047); --ring: light-dark(#0a5bd3, #7ab4ff);
  position: fixed; inset: auto 20px 20px auto; margin: 0; padding: 0; border: 0; overflow: visible;
  background: none; width: 364px; max-width: calc(100vw - 24px);
  color-scheme: inherit; color: var(--ink);
  font: 13px/20px ui-sans-serif, system-ui, sans-serif; text-align: start;
}
.note, .tab, .panel {
  background: var(--surface); border: 1px solid var(--line); box-shadow: 0 8px 28px rgb(0 0 0 / .22);
}
.note { border-radius: 12px; padding: 14px; }
.note p { margin: 2px 0 10px; font-size: 12px; line-height: 18px; color: var(--ink-2); }
.title { font-weight: 600; }
.row { display: flex; gap: 8px; align-items: center; flex-wrap: wrap; }
button { font: inherit; color: inherit; min-height: 32px; padding: 0 12px; border-radius: 8px; cursor: pointer; background: none; border: 1px solid transparent; }
.main { background: var(--accent, light-dark(#11171c, #e8eaec)); color: light-dark(#fff, #11171c); font-weight: 500; }
kbd { margin-inline-start: auto; font: 11px/16px ui-monospace, monospace; color: var(--ink-2); }
:focus-visible { outline: 2px solid var(--ring); outline-offset: 2px; }
.edge { inset: 40% 0 auto auto; width: auto; }
.edge.left { inset: 40% auto auto 0; }
.tab { writing-mode: vertical-rl; border-radius: 10px 0 0 10px; border-inline-end: 0; padding: 12px 6px; min-height: 0; }
.left .tab { border-radius: 0 10px 10px 0; }
@media (max-width: 480px) { .zone:not(.edge) { inset: auto 12px 12px 12px; width: auto; } button { min-height: 44px; } }
@media (pointer: coarse) { kbd { display: none; } }
@media print { .zone { display: none; } }
`

export function createSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}
