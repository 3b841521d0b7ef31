import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { PolicyLinks } from '#/entities/policy/PolicyLinks'
import { RULE_GROUPS } from '#/entities/rule/lines'
import { ruleBookQuery } from '#/entities/rule/queries'
import { numberAt, type RuleSet } from '#/entities/rule/schema'
import { ruleFigure } from '#/entities/rule/unit'
import { Calculator } from '#/features/leaderboard/Calculator'
import { RuleVersions } from '#/features/leaderboard/RuleVersions'
import { settings } from '#/lib/settings'
import { dayOf } from '#/lib/time'
import { Await } from '#/ui/Await'
import { Tag } from '#/ui/Badge'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'

/** The points for each result, and how the rules changed. */
export function RuleBook() {
  const query = useQuery(ruleBookQuery)
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
      <div className="grid grid-cols-1 gap-4">
        <Await
          alone
          query={query}
          skeleton={<RulesSkeleton />}
          failed={<Trans>Couldn’t load the rules.</Trans>}
        >
          {({ current }) => <RuleTable set={current} />}
        </Await>
      </div>
      <div className="grid grid-cols-1 gap-4">
        <Calculator />
        <ProgrammeRules />
        <Principles />
        <Await alone query={query} skeleton={null} failed={<Trans>Couldn’t load the history.</Trans>}>
          {({ history, current }) => <RuleVersions history={history} current={current.version} />}
        </Await>
      </div>
    </div>
  )
}

/** The rules that the programme has published in its own words. */
function ProgrammeRules() {
  if (!settings.policies?.some(({ kind }) => kind === 'rules')) return null
  return (
    <p className="text-ink-2">
      <Trans>
        The programme also has rules in its own words: <PolicyLinks kinds={['rules']} />
      </Trans>
    </p>
  )
}

function RuleTable({ set }: { set: RuleSet }) {
  const { t } = useLingui()
  return (
    <Panel
      flush
      title={<Trans>Rules v{set.version}</Trans>}
      note={<Trans>in force since {dayOf(set.effectiveFrom)}</Trans>}
    >
      <table className="w-full border-collapse">
        <caption className="sr-only">{t`Rules`}</caption>
        {RULE_GROUPS.map(({ title, lines }) => (
          <tbody key={t(title)}>
            <tr>
              <th
                scope="rowgroup"
                colSpan={2}
                className="h-[34px] border-y border-line bg-canvas px-4 text-left text-12 font-medium text-ink-3"
              >
                {t(title)}
              </th>
            </tr>
            {lines.map(({ path, rule, label, unit, costs }) => {
              const value = numberAt(set.rules, path)
              return (
                value !== null && (
                  <tr key={path} className="border-t border-line-faint">
                    <th
                      scope="row"
                      className="h-(--row-compact) px-4 py-1.5 text-left font-normal text-ink-2"
                    >
                      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                        <span>{t(label)}</span>
                        {rule && <Tag>{rule}</Tag>}
                      </span>
                    </th>
                    <td className="px-4 text-right font-medium whitespace-nowrap">
                      {costs && '−'}
                      {ruleFigure(value, unit)}
                    </td>
                  </tr>
                )
              )
            })}
          </tbody>
        ))}
      </table>
    </Panel>
  )
}

function Principles() {
  const { t } = useLingui()
  return (
    <Panel title={<Trans>How it works</Trans>}>
      <ul className="grid grid-cols-1 gap-2 text-ink-2">
        <li>{t`Only results count. Submitting, voting and signing in earn nothing.`}</li>
        <li>{t`Correct checks pay either way: “still broken” earns as much as “works”.`}</li>
        <li>{t`One bug, one reward pool. More accounts do not make it larger.`}</li>
        <li>
          <Trans>
            The first to report keeps at least 60 % of the reward pool, however many report later.
          </Trans>
        </li>
        <li>{t`New rules never change points already earned.`}</li>
        <li>{t`Administrators never earn points.`}</li>
      </ul>
    </Panel>
  )
}

function RulesSkeleton() {
  return (
    <div className="rounded-3 border border-line bg-panel">
      <SkeletonRows rows={12} />
    </div>
  )
}
