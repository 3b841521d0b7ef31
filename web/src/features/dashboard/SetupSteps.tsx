import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Circle } from 'lucide-react'
import { useState } from 'react'
import { useMoralis } from '#/backend/use-moralis'
import type { AdminDashboard } from '#/features/dashboard/model'
import { readOwn, writeOwn } from '#/lib/own-storage'
import { Button } from '#/ui/Button'
import { Panel } from '#/ui/Panel'

const HIDDEN = 'setup-steps-hidden'

/** Where each is done. */
const TAB_OF: Record<string, string | undefined> = {
  names: 'general',
  builds: 'builds',
  network: 'networks',
  season: 'seasons',
  invitations: 'access',
}

/** What a new programme still lacks. Gone when all of it is there. */
export function SetupSteps({ steps }: { steps: AdminDashboard['setup'] }) {
  const owner = useMoralis().user?.objectId ?? ''
  const [isHidden, setHidden] = useState(() => readOwn(owner, HIDDEN) !== null)
  const done = steps.filter(step => step.done).length
  if (done === steps.length || isHidden) return null
  return (
    <Panel
      flush
      title={<Trans>Before testers come</Trans>}
      note={
        <Trans>
          {done} of {steps.length} done
        </Trans>
      }
      actions={
        <>
          <Link to="/admin/settings" className="text-12">
            <Trans>Settings</Trans>
          </Link>
          <Button
            size="small"
            kind="ghost"
            onClick={() => {
              writeOwn(owner, HIDDEN, 'yes')
              setHidden(true)
            }}
          >
            <Trans>Hide</Trans>
          </Button>
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
              {TAB_OF[step.key] && (
                <Link
                  to="/admin/settings/$tab"
                  params={{ tab: TAB_OF[step.key] ?? '' }}
                  className="flex-none text-12"
                >
                  <Trans>Do it</Trans>
                </Link>
              )}
            </li>
          ))}
      </ul>
    </Panel>
  )
}
