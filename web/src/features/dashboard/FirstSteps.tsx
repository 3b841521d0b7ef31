import { Trans, useLingui } from '@lingui/react/macro'
import { BookOpenText, Check, CircleDot, type LucideIcon, MessageSquarePlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '#/ui/Button'
import { Panel } from '#/ui/Panel'

/** What a new tester can do in the first five minutes. */
export function FirstSteps({ steps }: { steps: { reported: boolean; voted: boolean } }) {
  const { t } = useLingui()
  return (
    <Panel flush title={<Trans>Welcome</Trans>} note={<Trans>three ways to start</Trans>}>
      <ol className="grid border-t border-line-faint md:grid-cols-3">
        <Step
          Icon={MessageSquarePlus}
          done={steps.reported}
          title={<Trans>Report your first problem</Trans>}
          action={<ButtonLink to="/issues/new">{t`Report a problem`}</ButtonLink>}
        >{t`A title and a few steps are enough.`}</Step>
        <Step
          Icon={CircleDot}
          done={steps.voted}
          title={<Trans>Vote for issues that affect you</Trans>}
          action={<ButtonLink to="/issues">{t`Browse issues`}</ButtonLink>}
        >{t`Your vote shows the team how many testers have the problem.`}</Step>
        <Step
          Icon={BookOpenText}
          title={<Trans>See what counts</Trans>}
          action={<ButtonLink to="/leaderboard/rules">{t`See the rules`}</ButtonLink>}
        >{t`You earn points for confirmed results, and every entry says why.`}</Step>
      </ol>
    </Panel>
  )
}

interface StepProps {
  Icon: LucideIcon
  done?: boolean
  title: ReactNode
  action: ReactNode
  children: ReactNode
}

function Step({ Icon, done, title, action, children }: StepProps) {
  return (
    <li className="grid content-start justify-items-start gap-1.5 border-line-faint p-4 max-md:border-t max-md:first:border-t-0 md:border-l md:first:border-l-0">
      <Icon size={20} strokeWidth={1.6} className="mb-1 text-ink-3" aria-hidden />
      <h3 className="flex items-center gap-1.5 text-14">
        {title}
        {done && (
          <span className="inline-flex items-center gap-1 text-12 font-normal text-success">
            <Check size={12} strokeWidth={2.1} aria-hidden />
            <Trans>done</Trans>
          </span>
        )}
      </h3>
      <p className="mb-2 text-ink-2">{children}</p>
      {action}
    </li>
  )
}
