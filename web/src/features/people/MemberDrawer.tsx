import { Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useState } from 'react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { usePinTrust, useSetAdmin, useSetStatus } from '#/features/people/api'
import { HoldDialog, ReleaseDialog } from '#/features/people/HoldDialog'
import { LinkPersonDialog } from '#/features/people/LinkPersonDialog'
import { PointsDialog } from '#/features/people/PointsDialog'
import { MemberState } from '#/features/people/MemberState'
import type { Member } from '#/features/people/model'
import { trimmedFieldsOf } from '#/lib/form'
import { figure, percent } from '#/lib/number'
import { dayOf, monthOf } from '#/lib/time'
import { Button, ButtonLink } from '#/ui/Button'
import { Checkbox } from '#/ui/Choice'
import { FormDialog } from '#/ui/FormDialog'
import { Drawer } from '#/ui/Drawer'
import { Facts } from '#/ui/Facts'
import { SelectField } from '#/ui/SelectField'
import { TextArea } from '#/ui/TextArea'
import { TextField } from '#/ui/TextField'
import { toast } from '#/ui/toasts'

type MemberAction =
  | 'link'
  | 'hold'
  | 'release'
  | 'limited'
  | 'suspended'
  | 'active'
  | 'admin'
  | 'not-admin'
  | 'points'

/** One account: what is known of it, and what an administrator may do about it. */
export function MemberDrawer({ member, onClose }: { member: Member; onClose: () => void }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const [deed, setDeed] = useState<MemberAction | null>(null)
  const pin = usePinTrust()
  const name = member.username ? `@${member.username}` : t`Guest`

  function pinTo(value: string) {
    pin.mutate(
      { user: member.id, level: value === '' ? null : Number(value) },
      {
        onSuccess: () => toast({ tone: 'success', title: t`The level of ${name} is set.` }),
        onError: error =>
          toast({ tone: 'danger', title: t`The level did not change.`, detail: sayProblem(error) }),
      },
    )
  }

  return (
    <Drawer title={name} note={<MemberState member={member} />} onClose={onClose}>
      <div className="grid min-h-0 flex-1 grid-cols-1 content-start gap-5 overflow-y-auto border-t border-line px-5 py-4">
        <Facts
          facts={[
            { name: <Trans>E-mail</Trans>, value: member.email ?? '–' },
            { name: <Trans>Joined</Trans>, value: monthOf(member.joinedAt) },
            { name: <Trans>Group</Trans>, value: member.cohort || '–' },
            {
              name: <Trans>Last active</Trans>,
              value: member.lastActiveOn ? dayOf(member.lastActiveOn) : '–',
            },
            {
              name: <Trans>Accuracy</Trans>,
              value:
                member.accuracyPct === null ? (
                  <Trans>nothing decided yet</Trans>
                ) : (
                  <Trans>
                    {percent(member.accuracyPct)}, {member.accepted} of {member.decided}
                  </Trans>
                ),
            },
            { name: <Trans>Spam</Trans>, value: figure(member.spam) },
            { name: <Trans>Points</Trans>, value: figure(member.points) },
          ]}
        />
        {member.username && (
          <span>
            <ButtonLink size="small" to="/u/$username" params={{ username: member.username }}>
              <Trans>Profile</Trans>
            </ButtonLink>
          </span>
        )}
        {!member.isAdmin && (
          <SelectField
            label={<Trans>Level</Trans>}
            hint={<Trans>A pinned level no longer follows their reports.</Trans>}
            disabled={pin.isPending}
            value={member.trustPinned ? member.trustLevel : ''}
            onChange={event => pinTo(event.target.value)}
          >
            <option value="">{t`By their reports (now ${member.trustLevel})`}</option>
            {[0, 1, 2, 3, 4].map(level => (
              <option key={level} value={level}>
                {t`Pinned to level ${level}`}
              </option>
            ))}
          </SelectField>
        )}
        <div className="grid grid-cols-1 gap-2 border-t border-line-faint pt-4">
          <h3 className="text-13">{t`Account`}</h3>
          <div className="flex flex-wrap gap-2">
            {member.status !== 'active' && (
              <Button onClick={() => setDeed('active')}>
                <Trans>Make active again</Trans>
              </Button>
            )}
            {member.status === 'active' && (
              <Button onClick={() => setDeed('limited')}>
                <Trans>Limit…</Trans>
              </Button>
            )}
            {member.status !== 'suspended' && (
              <Button onClick={() => setDeed('suspended')}>
                <Trans>Suspend…</Trans>
              </Button>
            )}
            {!member.isAdmin && (
              <Button onClick={() => setDeed(member.held ? 'release' : 'hold')}>
                {member.held ? <Trans>Release…</Trans> : <Trans>Hold…</Trans>}
              </Button>
            )}
            {!member.isAdmin && (
              <Button onClick={() => setDeed('link')}>
                <Trans>Link…</Trans>
              </Button>
            )}
            {!member.isAdmin && (
              <Button onClick={() => setDeed('points')}>
                <Trans>Points…</Trans>
              </Button>
            )}
            <Button onClick={() => setDeed(member.isAdmin ? 'not-admin' : 'admin')}>
              {member.isAdmin ? <Trans>Remove role…</Trans> : <Trans>Make administrator…</Trans>}
            </Button>
          </div>
        </div>
      </div>
      {(deed === 'admin' || deed === 'not-admin') && (
        <RoleDialog member={member} appoint={deed === 'admin'} onClose={() => setDeed(null)} />
      )}
      {deed === 'points' && <PointsDialog member={member} onClose={() => setDeed(null)} />}
      {deed === 'link' && <LinkPersonDialog member={member} onClose={() => setDeed(null)} />}
      {deed === 'hold' && <HoldDialog member={member} onClose={() => setDeed(null)} />}
      {deed === 'release' && <ReleaseDialog member={member} onClose={() => setDeed(null)} />}
      {(deed === 'active' || deed === 'limited' || deed === 'suspended') && (
        <StatusDialog member={member} status={deed} onClose={() => setDeed(null)} />
      )}
    </Drawer>
  )
}

interface StatusProps {
  member: Member
  status: 'active' | 'limited' | 'suspended'
  onClose: () => void
}

function StatusDialog({ member, status, onClose }: StatusProps) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const set = useSetStatus()
  const name = member.username ?? t`Guest`
  const titles = {
    active: t`Make @${name} active again`,
    limited: t`Limit @${name}`,
    suspended: t`Suspend @${name}`,
  }
  const done = {
    active: t`@${name} is active again.`,
    limited: t`@${name} is limited.`,
    suspended: t`@${name} is suspended.`,
  }
  const effects = {
    active: t`All restrictions are lifted.`,
    limited: t`They can read, and comment on their own reports. They cannot report, vote, check fixes or comment elsewhere. Your reason is shown on their dashboard.`,
    suspended: t`They are signed out and cannot sign in. They keep their points but leave the leaderboard. They see your reason when they try to sign in.`,
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    const { reason, closeNew, closeAll } = trimmedFieldsOf(event, 'reason', 'closeNew', 'closeAll')
    set.mutate(
      {
        user: member.id,
        status,
        reason,
        ...(closeNew ? { closeNew: true } : {}),
        ...(closeAll ? { closeAll: true } : {}),
      },
      {
        onSuccess: () => {
          toast({ tone: 'success', title: done[status] })
          onClose()
        },
      },
    )
  }

  return (
    <FormDialog
      onClose={onClose}
      title={titles[status]}
      submit={
        status === 'active' ? (
          <Trans>Make active</Trans>
        ) : status === 'limited' ? (
          <Trans>Limit</Trans>
        ) : (
          <Trans>Suspend</Trans>
        )
      }
      busy={set.isPending}
      problem={sayProblem(set.error)}
      onSubmit={submit}
    >
      <p>{effects[status]}</p>
      <TextArea
        name="reason"
        required
        rows={3}
        maxLength={500}
        data-autofocus
        label={<Trans>Reason</Trans>}
        hint={status === 'active' ? <Trans>For the audit log.</Trans> : <Trans>Shown to them.</Trans>}
      />
      {status === 'suspended' && (
        <div className="grid grid-cols-1 justify-items-start gap-2">
          <Checkbox name="closeNew" label={<Trans>Close their reports that are still new</Trans>} />
          <Checkbox
            name="closeAll"
            label={<Trans>Close all their undecided reports and remove all their comments</Trans>}
          />
        </div>
      )}
    </FormDialog>
  )
}

function RoleDialog({ member, appoint, onClose }: { member: Member; appoint: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const set = useSetAdmin()
  const [typed, setTyped] = useState('')
  const name = member.username ?? ''

  function submit() {
    if (typed !== name) return
    set.mutate(
      { user: member.id, isAdmin: appoint, confirm: typed },
      {
        onSuccess: () => {
          toast({
            tone: 'success',
            title: appoint ? t`@${name} is an administrator.` : t`@${name} is a tester again.`,
          })
          onClose()
        },
      },
    )
  }

  return (
    <FormDialog
      onClose={onClose}
      title={
        appoint ? <Trans>Make @{name} an administrator</Trans> : <Trans>Remove the role of @{name}</Trans>
      }
      submit={appoint ? <Trans>Make administrator</Trans> : <Trans>Remove role</Trans>}
      danger
      busy={set.isPending}
      disabled={typed !== name}
      problem={sayProblem(set.error)}
      onSubmit={submit}
    >
      <p>
        {appoint ? (
          <Trans>
            Administrators decide reports, see private reports and all addresses, change the rules and appoint
            administrators. They stop earning points and leave the leaderboard.
          </Trans>
        ) : (
          <Trans>They keep their account as a tester. The last administrator cannot be removed.</Trans>
        )}
      </p>
      <TextField
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        label={
          <Trans>
            Type <b className="mono text-ink">{name}</b> to confirm
          </Trans>
        }
      />
    </FormDialog>
  )
}
