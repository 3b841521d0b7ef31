// The look of the picture while it is drawn on: over the whole window.

export const EDITOR_CSS = `
.zone.whole { inset: 20px; width: auto; max-width: none; height: auto; display: grid; place-items: center; }
.editor { display: flex; flex-direction: column; max-width: 100%; max-height: 100%; border-radius: 12px; overflow: hidden; outline: 0; }
.editor * { box-sizing: border-box; }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; padding: 8px 16px; }
h2 { flex: 1 1 auto; margin: 0; font-size: 13px; }
.editor p { flex: 1 1 240px; margin: 0; font-size: 12px; line-height: 18px; color: var(--ink-2); }
.plain { border-color: light-dark(#767c85, #7d848d); }
[aria-pressed=true] { background: var(--ink); color: var(--surface); }
.stage { flex: 0 1 auto; min-height: 0; display: grid; place-items: center; padding: 0 16px; background: var(--line); }
canvas { display: block; max-width: 100%; max-height: calc(100dvh - 220px); cursor: crosshair; touch-action: none; }
@media (max-width: 480px) { .zone.whole { inset: 8px; width: auto; } }
`
