import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX } from 'lucide-react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { aboutQuery, useInvariants } from '#/features/about/api'
import type { About as Facts } from '#/features/about/model'
import { figure } from '#/lib/number'
import { version } from '#/lib/settings'
import { Await } from '#/ui/Await'
import { Button } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'
import { Facts as FactList } from '#/ui/Facts'
import { Moment } from '#/ui/Moment'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'
import { toast } from '#/ui/toasts'

/** What runs here, whether it is well, and whether everything adds up. */
export function About() {
  const query = useQuery(aboutQuery)
  return (
    <Await
      alone
      query={query}
      skeleton={
        <div className="rounded-3 border border-line bg-panel">
          <SkeletonRows rows={4} />
        </div>
      }
      failed={<Trans>Couldn’t load server information.</Trans>}
    >
      {about => (
        <>
          <Invariants about={about} />
          <Server about={about} />
        </>
      )}
    </Await>
  )
}

function Invariants({ about: { invariants } }: { about: Facts }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const check = useInvariants()
  const differences = invariants?.differences ?? []
  return (
    <Panel
      flush
      title={<Trans>Does everything add up?</Trans>}
      actions={
        <Button
          size="small"
          busy={check.isPending}
          onClick={() =>
            check.mutate(
              {},
              {
                onError: error =>
                  toast({ tone: 'danger', title: t`Couldn’t run the check.`, detail: sayProblem(error) }),
              },
            )
          }
        >{t`Check now`}</Button>
      }
    >
      {!invariants ? (
        <EmptyState title={<Trans>It has not been checked yet.</Trans>}>
          <Trans>It is checked every night: sums, chains, places, counts.</Trans>
        </EmptyState>
      ) : (
        <EmptyState
          icon={
            differences.length === 0 ? (
              <CircleCheck size={16} className="text-success" aria-hidden />
            ) : (
              <CircleX size={16} className="text-danger" aria-hidden />
            )
          }
          title={<Plural value={differences.length} one="# difference" other="# differences" />}
        >
          <Trans>
            Checked <Moment at={invariants.at} />: sums, chains, places, counts.
          </Trans>
        </EmptyState>
      )}
      {differences.length > 0 && (
        <ul className="border-t border-line-faint">
          {differences.map((difference, order) => (
            <li key={order} className="border-t border-line-faint px-4 py-2.5 first:border-t-0">
              <p>
                <Trans>Failed: “{difference.rule}”</Trans>
              </p>
              <code className="mono text-12 break-all text-ink-3">{JSON.stringify(difference.what)}</code>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Server({ about }: { about: Facts }) {
  return (
    <Panel title={<Trans>This server</Trans>}>
      <FactList
        facts={[
          { name: <Trans>Server</Trans>, value: `v${about.version}` },
          { name: <Trans>Web app</Trans>, value: version },
          {
            name: <Trans>Database</Trans>,
            value: about.database.ok ? (
              <Trans>PostgreSQL {about.database.version}, connected</Trans>
            ) : (
              <Trans>not responding</Trans>
            ),
          },
          ...Object.entries(about.counts).map(([key, count]) => ({
            name: <CountName of={key} />,
            value: figure(count),
          })),
          { name: <Trans>Licence</Trans>, value: about.licence },
        ]}
      />
    </Panel>
  )
}

function CountName({ of }: { of: string }) {
  switch (of) {
    case 'testers':
      return <Trans>Testers</Trans>
    case 'issues':
      return <Trans>Issues</Trans>
    case 'entries':
      return <Trans>Entries</Trans>
    default:
      return of
  }
}
