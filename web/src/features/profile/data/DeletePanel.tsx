import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { deletionQuery, useKeepAccount } from '#/features/profile/data/api'
import { DeleteDialog } from '#/features/profile/data/DeleteDialog'
import { clockOf, dayOf } from '#/lib/time'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { Panel } from '#/ui/Panel'

interface Props {
  username: string
  /** Administrators have another one take that from them first. */
  isAdmin: boolean
}

/** What goes and what stays when an account is deleted, and the way there. */
export function DeletePanel({ username, isAdmin }: Props) {
  const { t } = useLingui()
  const [asked, setAsked] = useState(false)
  const due = useQuery({ ...deletionQuery, enabled: !isAdmin }).data?.dueAt ?? null
  return (
    <Panel title={<Trans>Delete account</Trans>}>
      <div className="grid max-w-[60ch] grid-cols-1 gap-3 text-ink-2">
        <div>
          <h3 className="text-12 font-medium text-ink">{t`Deleted`}</h3>
          <p className="mt-0.5">
            <Trans>
              Your name, e-mail address and payout address, all sign-in methods, linked chats and browsers,
              preferences, notifications, saved views, watched issues and visits. Your wallets are unlinked
              and cannot be linked to any account here for 90 days. After that, this record is deleted too.
            </Trans>
          </p>
        </div>
        <div>
          <h3 className="text-12 font-medium text-ink">{t`Kept`}</h3>
          <p className="mt-0.5">
            <Trans>
              Points and ranks are shared with others, so they stay under a pseudonym like “deleted-4f2a91c0”,
              and so do your reports, comments and votes. What they say stays too, unless you have it erased.
              What was paid or published to be paid is not affected; a season that is not paid yet pays
              nothing to a deleted account. Messages that were sent out, and copies in the team’s own tracker,
              are beyond our reach.
            </Trans>
          </p>
        </div>
        {isAdmin ? (
          <p className="rounded-2 border border-line-strong bg-raised px-3 py-2 text-ink">
            <Trans>
              Administrators cannot delete their account. Ask another administrator to remove your role under
              Settings, People. Then come back here.
            </Trans>
          </p>
        ) : due ? (
          <Scheduled due={due} />
        ) : (
          <div>
            <Button onClick={() => setAsked(true)}>
              <Trans>Delete account…</Trans>
            </Button>
          </div>
        )}
      </div>
      {asked && <DeleteDialog username={username} onClose={() => setAsked(false)} />}
    </Panel>
  )
}

/** It will be deleted, and can be kept until then. */
function Scheduled({ due }: { due: string }) {
  const { sayProblem } = useProblemMessages()
  const keep = useKeepAccount()
  return (
    <div role="status" className="rounded-2 border border-line-strong bg-raised px-3 py-2 text-ink">
      <p>
        <Trans>
          Your account will be deleted on {dayOf(due)} at {clockOf(due)}. You can cancel until then. If you
          did not ask for this, cancel it and change your password.
        </Trans>
      </p>
      <div className="mt-2 grid justify-items-start gap-2">
        <Button kind="primary" busy={keep.isPending} onClick={() => keep.mutate()}>
          <Trans>Keep my account</Trans>
        </Button>
        <FormError>{sayProblem(keep.error)}</FormError>
      </div>
    </div>
  )
}
