// The look of the panel: at the side of a wide window, at the bottom of a narrow one.

export const PANEL_CSS = `
* { box-sizing: border-box; }
.side { --bad: light-dark(#940a25, #f59a9c); --soft: light-dark(#f6f8fa, #0e1115); --control: light-dark(#767c85, #7d848d); inset: 20px 20px 20px auto; width: 424px; pointer-events: none; height: auto; }
.panel { pointer-events: auto; max-height: 100%; border-radius: 12px; overflow: hidden; outline: 0; }
.panel, .content, form { display: flex; flex-direction: column; min-height: 0; }
h2, h3, p, ul { margin: 0; padding: 0; font-size: inherit; list-style: none; }
h2 { flex: 1; }
header { display: flex; align-items: center; padding: 4px 4px 4px 16px; }
.shut { font-size: 20px; }
.body { overflow-y: auto; border-top: 1px solid var(--line); }
.part, footer { padding: 12px 16px; border-bottom: 1px solid var(--line); }
.part .part { padding: 12px 0 0; border: 0; }
.part:empty, .bad:empty, [hidden] { display: none; }
.small { margin-top: 6px; }
.small, .line, .who { font-size: 12px; line-height: 18px; color: var(--ink-2); }
.bad, .failure h3 { color: var(--bad); }
.verdict { display: inline-block; margin: 8px 0 4px; border: 1px solid var(--control); border-radius: 6px; padding: 0 6px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
label { font-size: 12px; font-weight: 500; }
input, select, textarea { display: block; width: 100%; margin: 4px 0 10px; font: 13px/20px ui-sans-serif, system-ui, sans-serif; color: var(--ink); background: var(--surface); border: 1px solid var(--control); border-radius: 8px; padding: 6px 8px; min-height: 34px; }
.line { display: flex; align-items: flex-start; gap: 8px; border-bottom: 1px solid var(--line); padding: 6px 0; }
details { flex: 1; min-width: 0; }
summary { cursor: pointer; overflow-wrap: anywhere; }
.value { color: var(--ink); }
.grow { flex: 1; }
.line canvas { width: 72px; border: 1px solid var(--line); border-radius: 4px; }
.off .value { text-decoration: line-through; }
pre { margin: 6px 0 0; padding: 8px; max-height: 200px; overflow: auto; background: var(--soft); font: 11px/16px ui-monospace, monospace; color: var(--ink); white-space: pre-wrap; overflow-wrap: anywhere; }
[role=switch] { appearance: none; flex: none; width: 30px; height: 18px; min-height: 0; margin: 0; padding: 2px; cursor: pointer; }
[role=switch]::before { content: ''; display: block; width: 12px; height: 12px; border-radius: 6px; background: var(--control); }
[role=switch]:checked { background: var(--ink); }
[role=switch]:checked::before { background: var(--surface); margin-inline-start: 12px; }
a { color: light-dark(#276da0, #90c7ee); }
footer { border: 0; background: var(--soft); }
.end { justify-content: flex-end; }
.who { flex: 1 1 180px; overflow-wrap: anywhere; }
.who:has(~ .unsigned:not([hidden])) { flex-basis: 100%; }
footer .row { justify-content: flex-end; }
.plain { border-color: var(--control); }
@media (max-width: 480px) {
  .zone.side { inset: auto 0 0 0; width: 100%; max-width: 100%; }
  .panel { max-height: 88dvh; border-radius: 16px 16px 0 0; }
  input, select, textarea { min-height: 44px; font-size: 16px; }
  summary { padding: 12px 0; }
  .line { align-items: center; padding: 0; }
  [role=switch] { width: 40px; height: 24px; padding: 5px; }
  [role=switch]:checked::before { margin-inline-start: 16px; }
}
`
