import type { ReactNode } from 'react'

/** Names and values, in two columns. */
export function Facts({ facts }: { facts: { name: ReactNode; value: ReactNode }[] }) {
  return (
    <dl className="grid grid-cols-[92px_minmax(0,1fr)] gap-x-3 gap-y-[9px] text-12 leading-[1.125rem]">
      {facts.map((fact, order) => (
        <div key={order} className="contents">
          <dt className="text-ink-3">{fact.name}</dt>
          <dd className="min-w-0 text-ink">{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}
