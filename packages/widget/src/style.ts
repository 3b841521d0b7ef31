// The look of the widget. A constructed sheet needs no permission of the page's content policy.

const CSS = `
:host { all: initial; }
.zone {
  position: fixed; inset: auto 20px 20px auto; margin: 0; padding: 0; border: 0; overflow: visible;
  background: none; width: 364px; max-width: calc(100vw - 24px);
  color-scheme: inherit; color: light-dark(#11171c, #e8eaec);
  font: 13px/20px ui-sans-serif, system-ui, sans-serif; text-align: start;
}
.offer, .tab {
  background: light-dark(#fff, #1d2228); border: 1px solid light-dark(#d5d9de, #3a424b);
  box-shadow: 0 8px 28px rgb(0 0 0 / .22);
}
.offer { border-radius: 12px; padding: 14px; }
.offer p { margin: 2px 0 10px; font-size: 12px; line-height: 18px; color: light-dark(#56606b, #a3acb6); }
.title { font-weight: 600; }
.row { display: flex; gap: 8px; align-items: center; }
button { font: inherit; color: inherit; min-height: 32px; padding: 0 12px; border-radius: 8px; cursor: pointer; }
.row button { background: none; border: 1px solid transparent; }
.row .send { background: var(--accent, light-dark(#11171c, #e8eaec)); color: light-dark(#fff, #11171c); font-weight: 500; }
kbd { margin-inline-start: auto; font: 11px/16px ui-monospace, monospace; color: light-dark(#56606b, #a3acb6); }
button:focus-visible { outline: 2px solid light-dark(#0a5bd3, #7ab4ff); outline-offset: 2px; }
.edge { inset: 40% 0 auto auto; width: auto; }
.edge.left { inset: 40% auto auto 0; }
.tab { writing-mode: vertical-rl; border-radius: 10px 0 0 10px; border-inline-end: 0; padding: 12px 6px; min-height: 0; }
.left .tab { border-radius: 0 10px 10px 0; }
@media (max-width: 480px) { .zone:not(.edge) { inset: auto 12px 12px 12px; width: auto; } button { min-height: 44px; } }
@media (pointer: coarse) { kbd { display: none; } }
@media print { .zone { display: none; } }
`

export function createSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(CSS)
  return sheet
}
