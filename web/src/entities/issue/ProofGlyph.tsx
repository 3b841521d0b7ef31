/** The sign of proof: a stone with its core. */
export function ProofGlyph() {
  return (
    <svg viewBox="0 0 12 12" className="size-3 flex-none text-ink-3" aria-hidden>
      <path d="M6 .8 11.2 6 6 11.2.8 6z" fill="none" stroke="currentColor" strokeLinejoin="round" />
      <path d="M6 4.2 7.8 6 6 7.8 4.2 6z" fill="currentColor" />
    </svg>
  )
}
