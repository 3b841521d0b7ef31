import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Circle } from 'lucide-react'
import { useState } from 'react'
import { useMoralis } from '#/backend/use-moralis'
import type { AdminDashboard } from '#/features/dashboard/model'
import { readForUser, writeForUser } from '#/lib/user-storage'
import { Button } from '#/ui/Button'
import { Panel } from '#/ui/Panel'

const HIDDEN = 'setup-steps-hidden'

/** Where each is done. */
const STEPS: Record<string, { tab: string; label: MessageDescriptor } | undefined> = {
  names: { tab: 'general', label: msg`Name it` },
  builds: { tab: 'builds', label: msg`Add build` },
  network: { tab: 'networks', label: msg`Connect` },
  season: { tab: 'seasons', label: msg`Start season` },
  invitations: { tab: 'access', label: msg`Invite` },
}

/** What a new programme still lacks. Gone when all of it is there, or when an administrator puts it away. */
export function SetupSteps({ steps }: { steps: AdminDashboard['setup'] }) {
  const { t } = useLingui()
  const owner = useMoralis().user?.objectId ?? ''
  const [isHidden, setHidden] = useState(() => readForUser(owner, HIDDEN) !== null)
  const done = steps.filter(step => step.done).length
  if (done === steps.length || isHidden) return null
  return (
    <Panel
      flush
      title={<Trans>Get started</Trans>}
      note={
        <Trans>
          {done} of {steps.length} done
        </Trans>
      }
      actions={
        <>
          <Link to="/admin/setup/{-$step}" params={{}} className="text-12">{t`Continue the setup`}</Link>
          <Button
            size="small"
            kind="ghost"
            onClick={() => {
              writeForUser(owner, HIDDEN, 'yes')
              setHidden(true)
            }}
          >{t`Hide`}</Button>
        </>
      }
    >
      <ul className="border-t border-line-faint">
        {steps
          .filter(step => !step.done)
          .map(step => (
            <li
              key={step.key}
              className="flex min-h-10 items-center gap-2.5 border-t border-line-faint px-4 py-1.5 first:border-t-0"
            >
              <Circle size={16} strokeWidth={1.75} className="text-ink-3" aria-hidden />
              <span className="min-w-0 flex-1">{step.sentence}</span>
              <StepLink step={STEPS[step.key]} />
            </li>
          ))}
      </ul>
    </Panel>
  )
}

function StepLink({ step }: { step: (typeof STEPS)[string] }) {
  const { t } = useLingui()
  if (!step) return null
  return (
    <Link to="/admin/settings/$tab" params={{ tab: step.tab }} className="flex-none text-12">
      {t(step.label)}
    </Link>
  )
}
