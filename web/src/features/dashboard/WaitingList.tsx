import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Check, CircleCheck, CircleQuestionMark, Reply, X } from 'lucide-react'
import { useState } from 'react'
import { IssueLink } from '#/entities/issue/IssueLink'
import { useFixCheck } from '#/entities/issue/use-fix-check'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { testerQuery } from '#/features/dashboard/api'
import type { Waiting } from '#/features/dashboard/model'
import { usePageCommands } from '#/lib/page-commands'
import { Button, ButtonLink } from '#/ui/Button'
import { Keys } from '#/ui/Keys'
import { Moment } from '#/ui/Moment'
import { toast } from '#/ui/toasts'

/** What only this tester can do, oldest first. */
export function WaitingList({ waiting }: { waiting: Waiting[] }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  usePageCommands(
    waiting.slice(0, 9).map(({ number }, order) => ({
      id: `waiting-${order + 1}`,
      label: t`Open what waits: #${number}`,
      keys: [String(order + 1)],
      run: () => void navigate({ to: '/issues/$number', params: { number: String(number) } }),
    })),
  )

  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className="mb-2 text-13">
        <Trans>Waiting for you</Trans> <span className="font-normal text-ink-3">{waiting.length}</span>
      </h2>
      <div className="rounded-3 border border-line bg-panel">
        {waiting.length === 0 ? (
          <p className="px-4 py-3.5 text-ink-2">
            <Trans>Nothing waits for you.</Trans>
          </p>
        ) : (
          <ul>
            {waiting.map((item, order) => (
              <li
                key={`${item.type} ${item.number}`}
                className="grid min-h-12 grid-cols-[auto_minmax(0,1fr)_auto_auto] items-center gap-x-3 gap-y-2.5 border-t border-line-faint px-4 py-2 first:border-t-0 max-md:grid-cols-[auto_minmax(0,1fr)] max-md:items-start max-md:py-3.5"
              >
                {item.type === 'check' ? <ToCheck item={item} /> : <ToAnswer item={item} />}
                {order < 9 && <Keys of={[String(order + 1)]} />}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

function ToCheck({ item }: { item: Waiting }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const check = useFixCheck(testerQuery.queryKey)
  const [said, setSaid] = useState<'works' | null>(null)
  const build = typeof item.build === 'string' ? { id: item.build, version: item.build } : item.build

  function works() {
    if (!build) return
    setSaid('works')
    check.mutate(
      { number: item.number, build: build.id, verdict: 'works' },
      {
        onSuccess: () => toast({ tone: 'success', title: t`#${item.number}: works for you. Thank you.` }),
        onError: error => {
          setSaid(null)
          toast({ tone: 'danger', title: t`Your check was not taken.`, detail: sayProblem(error) })
        },
      },
    )
  }

  return (
    <>
      <CircleCheck size={16} strokeWidth={1.75} className="text-st-fixed max-md:mt-0.5" aria-hidden />
      <p className="min-w-0 text-ink-2">
        <IssueLink number={item.number} quiet />
        {'\u2002'}
        <b className="font-medium text-ink">
          {build ? (
            <Trans>Fixed in {build.version} – does it work for you?</Trans>
          ) : (
            <Trans>Fixed – does it work for you?</Trans>
          )}
        </b>{' '}
        <span className="text-ink-3">{item.title}</span>
      </p>
      <span className="flex gap-2 max-md:col-start-2">
        <Button
          size="small"
          busy={said === 'works' && check.isPending}
          disabled={!build}
          onClick={works}
          icon={<Check size={14} strokeWidth={1.9} aria-hidden />}
        >
          <Trans>Works</Trans>
        </Button>
        {/* What is still broken wants a word more; the page asks for it. */}
        <ButtonLink
          size="small"
          to="/issues/$number"
          params={{ number: String(item.number) }}
          icon={<X size={14} strokeWidth={1.9} aria-hidden />}
        >
          <Trans>Still broken</Trans>
        </ButtonLink>
      </span>
    </>
  )
}

function ToAnswer({ item }: { item: Waiting }) {
  return (
    <>
      <CircleQuestionMark
        size={16}
        strokeWidth={1.75}
        className="text-st-needs-info max-md:mt-0.5"
        aria-hidden
      />
      <p className="min-w-0 text-ink">
        <IssueLink number={item.number} quiet />
        {'\u2002'}
        <b className="font-medium">
          <Trans>Needs info:</Trans>
        </b>{' '}
        {item.text ? `“${item.text}”` : item.title}{' '}
        {item.since && (
          <span className="text-ink-3">
            <Moment at={item.since} />
          </span>
        )}
      </p>
      <span className="max-md:col-start-2">
        <ButtonLink
          size="small"
          to="/issues/$number"
          params={{ number: String(item.number) }}
          icon={<Reply size={14} strokeWidth={1.9} aria-hidden />}
        >
          <Trans>Answer</Trans>
        </ButtonLink>
      </span>
    </>
  )
}
