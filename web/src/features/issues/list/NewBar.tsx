import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { newestQuery } from '#/entities/issue/queries'

/** Says that the list would be longer by now, instead of moving it under the reader. */
export function NewBar({ query, onShow }: { query: string; onShow: () => void }) {
  const newest = useQuery(newestQuery(query))
  const top = Math.max(0, ...(newest.data?.rows.map(({ number }) => number) ?? []))
  const [seen, setSeen] = useState<{ query: string; top: number } | null>(null)
  if (newest.data && seen?.query !== query) setSeen({ query, top })

  const fresh = newest.data?.rows.filter(({ number }) => seen && number > seen.top).length ?? 0
  return (
    <div role="status">
      {fresh > 0 && seen?.query === query && (
        <button
          type="button"
          onClick={() => {
            setSeen({ query, top })
            onShow()
          }}
          className="flex h-8 w-full items-center justify-center gap-2 text-12 font-medium text-link hover:bg-hover focus-visible:-outline-offset-2 max-md:h-(--touch)"
        >
          <ArrowUp size={12} strokeWidth={2.1} aria-hidden />
          <Plural value={fresh} one="# new" other="# new" /> – <Trans>show</Trans>
        </button>
      )}
    </div>
  )
}
