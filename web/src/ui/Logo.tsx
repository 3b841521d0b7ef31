import { useId } from 'react'

const PEBBLE =
  'M10.2 3.9 C16.4 1.9 25 2.7 28.2 8.4 C31 13.6 30.2 22.4 25.4 26.4 C19.8 30.6 10.4 30.4 5.9 25.9 C1.6 21.4 1.5 12.8 4 8.4 C5.3 6.1 7.5 4.7 10.2 3.9 Z'

/** A slate pebble with one streak of gold. The same in both themes. */
export function Logo({ size }: { size: number }) {
  const id = useId()
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} className="flex-none" aria-hidden>
      <path d={PEBBLE} fill="#1d2228" stroke="#4b525b" strokeWidth="1.2" />
      <clipPath id={id}>
        <path d={PEBBLE} />
      </clipPath>
      <path
        d="M7.6 25.2 C8.6 22.6 10.2 20.0 12.4 17.6 L26.4 2.4 L30.2 5.4 L15.0 20.4 C12.9 22.4 10.4 24.2 7.9 25.5 Z"
        fill="#e3bd69"
        clipPath={`url(#${id})`}
      />
    </svg>
  )
}
