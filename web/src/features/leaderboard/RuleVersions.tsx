import { Trans, useLingui } from '@lingui/react/macro'
import { PersonName } from '#/entities/person/PersonName'
import { RULE_LINES } from '#/entities/rule/lines'
import type { RuleChange, RuleHistory } from '#/entities/rule/schema'
import { ruleFigure } from '#/entities/rule/unit'
import { dayOf } from '#/lib/time'
import { Badge } from '#/ui/Badge'
import { EmptyState } from '#/ui/EmptyState'
import { Panel } from '#/ui/Panel'

/** Every version of the rules: who, from when, why, and each number that changed. */
export function RuleVersions({ history, current }: { history: RuleHistory[]; current: number }) {
  const { t } = useLingui()
  return (
    <Panel flush title={<Trans>History</Trans>} note={history.length}>
      {history.length === 0 ? (
        <EmptyState title={<Trans>The rules have not changed yet.</Trans>} />
      ) : (
        <ol className="border-t border-line-faint" aria-label={t`Versions of the rules`}>
          {history.map(version => (
            <li key={version.version} className="border-t border-line-faint px-4 py-3 first:border-t-0">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <b className="font-semibold">v{version.version}</b>
                {version.version === current && <Badge>{t`in force`}</Badge>}
                {version.version > current && <Badge tone="info">{t`to come`}</Badge>}
                <span className="text-12 text-ink-3">
                  <Trans>from {dayOf(version.effectiveFrom)}</Trans>
                  {version.publishedBy && (
                    <>
                      {' · '}
                      <PersonName person={version.publishedBy} plain />
                    </>
                  )}
                </span>
              </p>
              {version.note && <p className="mt-1 text-ink-2">{version.note}</p>}
              {version.diff.length > 0 && (
                <dl className="mt-2 grid gap-1 text-12">
                  {version.diff.map(change => (
                    <Change key={change.key} change={change} />
                  ))}
                </dl>
              )}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}

/** One number, before and after. */
export function Change({ change: { key, before, after } }: { change: RuleChange }) {
  const unit = RULE_LINES.find(({ path }) => path === key)?.unit ?? 'points'
  const say = (value: number | null) => (value === null ? '–' : ruleFigure(value, unit))
  return (
    <div className="flex flex-wrap items-baseline gap-x-3">
      <dt className="mono min-w-36 text-ink-2">{key}</dt>
      <dd className="text-ink-3">
        <span className="sr-only">
          <Trans>before</Trans>{' '}
        </span>
        {say(before)} <span aria-hidden>→</span>{' '}
        <span className="sr-only">
          <Trans>after</Trans>{' '}
        </span>
        <b className="font-medium text-ink">{say(after)}</b>
      </dd>
    </div>
  )
}
