import { Trans, useLingui } from '@lingui/react/macro'
import { type IssueList, SEVERITIES } from '#/entities/issue/schema'
import { useIssueMessages } from '#/entities/issue/use-issue-messages'
import { Sparkline } from '#/ui/plot/Sparkline'

interface Props {
  facets: NonNullable<IssueList['facets']>
  onQuery: (query: string) => void
}

/** How bad the open ones are, and whether there are more of them each day. */
export function OpenIssuesSummary({ facets: { severity, days }, onQuery }: Props) {
  const { t } = useLingui()
  const messages = useIssueMessages()
  return (
    <div className="ml-auto flex flex-none items-center gap-4 text-12 text-ink-3 max-xl:hidden">
      {severity && (
        <span className="flex items-center gap-2">
          <Trans>Open by severity</Trans>
          <span className="flex h-2 w-[110px] gap-px overflow-hidden rounded-[2px]" aria-hidden>
            {SEVERITIES.map((key, order) => (
              <i
                key={key}
                className="min-w-1"
                style={{ flex: severity[key] ?? 0, background: `var(--sev-${order + 1})` }}
              />
            ))}
          </span>
          <span className="flex">
            {SEVERITIES.map(key => {
              const count = severity[key] ?? 0
              const name = messages.severity(key) ?? key
              return (
                <button
                  key={key}
                  type="button"
                  title={name}
                  aria-label={t`Show open ${name}, ${count}`}
                  onClick={() => onQuery(`is:open sev:${key}`)}
                  className="grid h-6 min-w-6 place-items-center rounded-1 px-1 hover:bg-hover hover:text-ink"
                >
                  {count}
                </button>
              )
            })}
          </span>
        </span>
      )}
      {days && days.length > 1 && (
        <span className="flex items-center gap-2">
          <Trans>14 d in / out</Trans>
          <Sparkline values={days.map(day => day.new - day.resolved)} />
        </span>
      )}
    </div>
  )
}
