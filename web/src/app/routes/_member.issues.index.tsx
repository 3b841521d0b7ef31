import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { readAhead } from '#/app/read-ahead'
import { IssueTabs } from '#/app/shell/IssueTabs'
import { Page } from '#/app/shell/Page'
import { type ListAddress, readAddress, writeAddress } from '#/features/issues/list/search-params'
import { IssuesScreen } from '#/features/issues/list/IssuesScreen'
import { QueryField } from '#/features/issues/list/QueryField'
import { useNarrow } from '#/lib/use-narrow'

export const Route = createFileRoute('/_member/issues/')({
  component: Issues,
  validateSearch: search => writeAddress(readAddress(search)),
  shouldReload: false,
  loader: ahead => readAhead('issues', ahead),
})

function Issues() {
  const { t } = useLingui()
  const address = readAddress({ ...Route.useSearch() })
  const navigate = Route.useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const narrow = useNarrow()
  const [searching, setSearching] = useState(false)

  function change(next: Partial<ListAddress>) {
    void navigate({ search: writeAddress({ ...address, ...next }), replace: true })
  }

  /** What is typed next replaces the search. A telephone shows its keyboard only for a focus that a press has given. */
  function startSearch() {
    flushSync(() => setSearching(true))
    field.current?.focus()
    field.current?.select()
  }

  const search = <QueryField value={address.query} field={field} onSearch={query => change({ query })} />
  return (
    <Page
      heading={t`Issues`}
      tabs={<IssueTabs />}
      search={narrow ? undefined : search}
      onSearch={startSearch}
    >
      {narrow && searching && <div className="mb-3">{search}</div>}
      <IssuesScreen
        query={address.query}
        sort={address.sort}
        compact={address.compact && !narrow}
        onSearch={startSearch}
        onChange={change}
      />
    </Page>
  )
}
