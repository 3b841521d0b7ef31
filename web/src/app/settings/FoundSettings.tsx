import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { PAGE_LABEL } from '#/app/settings/pages'
import type { useListedGroups } from '#/app/settings/use-listed-groups'
import { GROUPS } from '#/features/settings/sections'
import { EmptyState } from '#/ui/EmptyState'
import { Panel } from '#/ui/Panel'

interface Props {
  words: string
  groups: ReturnType<typeof useListedGroups>
}

/** The pages and single settings whose name contains the words. */
export function FoundSettings({ words, groups }: Props) {
  const { t } = useLingui()
  const wanted = words.trim().toLowerCase()
  const fits = (name: string) => name.toLowerCase().includes(wanted)
  const pages = groups.flatMap(group =>
    group.pages
      .map(page => ({ key: page, tab: page, name: t(PAGE_LABEL[page]), above: t(group.label) }))
      .filter(({ name, above }) => fits(name) || fits(above)),
  )
  const names = new Map<string, string>(Object.entries(PAGE_LABEL).map(([page, label]) => [page, t(label)]))
  const settings = GROUPS.flatMap(({ tab, settings: known }) =>
    known.map(({ key, label }) => ({ key, tab, name: t(label), above: names.get(tab) ?? '' })),
  ).filter(({ name }) => fits(name))
  const found = [...pages, ...settings]
  return (
    <Panel flush title={<Trans>Found</Trans>} note={found.length}>
      {found.length === 0 ? (
        <EmptyState title={<Trans>No setting matches.</Trans>}>
          <Trans>No page and no setting contains “{words}”.</Trans>
        </EmptyState>
      ) : (
        <ul>
          {found.map(({ key, tab, name, above }) => (
            <li key={key} className="border-t border-line-faint">
              <Link
                to="/admin/settings/$tab"
                params={{ tab }}
                {...(key === tab ? {} : { hash: `setting-${key}` })}
                className="flex min-h-9 items-center gap-3 px-4 text-ink hover:bg-hover hover:text-ink hover:no-underline focus-visible:-outline-offset-2 max-md:min-h-11"
              >
                <span>{name}</span>
                <span className="ml-auto text-12 text-ink-3">{above}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
