import { Trans } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import { Button } from '#/ui/Button'

interface Props {
  title: ReactNode
  note?: ReactNode
  aside?: ReactNode
  children: ReactNode
}

/** A list of notifications under its name. */
export function ListSection({ title, note, aside, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="mb-2 flex min-h-(--control-sm) flex-wrap items-center gap-2">
        <h2 id={id} className="text-13">
          {title}
        </h2>
        {note && <span className="text-12 text-ink-3">{note}</span>}
        <span className="ml-auto">{aside}</span>
      </div>
      <div className="rounded-3 border border-line bg-panel">{children}</div>
    </section>
  )
}

interface Paged {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

export function More({ query }: { query: Paged }) {
  if (!query.hasNextPage) return null
  return (
    <div className="border-t border-line-faint px-4 py-2.5">
      <Button size="small" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        <Trans>Show more</Trans>
      </Button>
    </div>
  )
}
