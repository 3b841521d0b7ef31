import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { FoundSettings } from '#/app/settings/FoundSettings'
import { PAGE_LABEL, type SettingsPageName } from '#/app/settings/pages'
import { Summary } from '#/app/settings/Summary'
import { useListedGroups } from '#/app/settings/use-listed-groups'
import { usePageCommands } from '#/lib/page-commands'
import { useTypedInAddress } from '#/lib/use-in-address'
import { Keys } from '#/ui/Keys'
import { SearchField } from '#/ui/SearchField'

/** The settings at a glance: seven groups, each page with its present value. */
export function SettingsHome() {
  const { t } = useLingui()
  const field = useRef<HTMLInputElement>(null)
  const [words, setWords] = useTypedInAddress('q')
  const groups = useListedGroups()
  const pages = groups.reduce((sum, group) => sum + group.pages.length, 0)
  usePageCommands([{ id: 'find', label: t`Find a setting`, keys: ['f'], run: () => field.current?.focus() }])

  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="w-full max-w-[26rem]">
          <SearchField
            ref={field}
            label={t`Find a setting`}
            placeholder={t`Find a setting, such as “time zone”`}
            value={words}
            onChange={event => setWords(event.target.value)}
            keys={<Keys of={['f']} />}
          />
        </span>
        <span className="text-12 text-ink-3">
          <Trans>
            {pages} pages in {groups.length} groups
          </Trans>
        </span>
      </div>
      {words.trim() ? (
        <FoundSettings words={words} groups={groups} />
      ) : (
        <div className="gap-4 md:columns-2">
          {groups.map(group => (
            <GroupPanel key={group.name} {...group} />
          ))}
        </div>
      )}
    </div>
  )
}

type GroupProps = ReturnType<typeof useListedGroups>[number]

function GroupPanel({ name, label, Icon, pages }: GroupProps) {
  const { t } = useLingui()
  return (
    <section
      aria-labelledby={`settings-${name}`}
      className="mb-4 break-inside-avoid rounded-3 border border-line bg-panel"
    >
      <header className="flex h-11 items-center gap-2.5 border-b border-line-faint px-4">
        <Icon size={15} strokeWidth={1.75} className="text-ink-2" aria-hidden />
        <h2 id={`settings-${name}`} className="text-13">
          {t(label)}
        </h2>
      </header>
      <ul>
        {pages.map(page => (
          <PageRow key={page} page={page} />
        ))}
      </ul>
    </section>
  )
}

function PageRow({ page }: { page: SettingsPageName }) {
  const { t } = useLingui()
  return (
    <li className="border-t border-line-faint first:border-t-0">
      <Link
        to="/admin/settings/$tab"
        params={{ tab: page }}
        className="grid h-9 grid-cols-[auto_minmax(0,1fr)_14px] items-center gap-3 pr-3 pl-[42px] text-ink hover:bg-hover hover:text-ink hover:no-underline focus-visible:-outline-offset-2 max-md:h-11 max-md:pl-4"
      >
        <span className="whitespace-nowrap">{t(PAGE_LABEL[page])}</span>
        <span className="flex min-w-0 items-center justify-end gap-1.5 truncate text-12 text-ink-3">
          <Summary page={page} />
        </span>
        <ChevronRight size={14} strokeWidth={1.75} className="text-ink-3 opacity-75" aria-hidden />
      </Link>
    </li>
  )
}
