import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { invitationLink, useInvite } from '#/entities/invitation/commands'
import { networkDetailsQuery } from '#/entities/network/commands'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import type { Setting } from '#/entities/setting/schema'
import { SAMPLE_FAILURE } from '#/features/start/sample-failure'
import { trimmedFieldsOf } from '#/lib/form'
import { Button, button } from '#/ui/Button'
import { CopyButton } from '#/ui/CopyButton'
import { FormError } from '#/ui/FormError'
import { TextField } from '#/ui/TextField'

/** The link for the first testers, and a failed swap as they will see it. */
export function DoneStep({ rows }: { rows: Setting[] }) {
  const isOpen = rows.find(row => row.key === 'access.mode')?.value === 'open'
  return (
    <div className="grid grid-cols-1 gap-6">
      <h2 className="text-20">
        <Trans>Invite the first testers</Trans>
      </h2>
      {isOpen ? <ShownLink link={`${location.origin}/sign-up`} /> : <NewLink />}
      <ExplainedFailure />
      <Next />
      <span>
        <Link to="/" className={button({ kind: 'primary', size: 'large' })}>
          <Trans>Open the dashboard</Trans>
        </Link>
      </span>
    </div>
  )
}

function NewLink() {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const invite = useInvite()
  if (invite.data)
    return (
      <ShownLink
        link={invitationLink(invite.data.code)}
        note={<Trans>It is shown once: Touchstone stores only a fingerprint of the code.</Trans>}
      />
    )
  return (
    <form
      aria-label={t`Invitation`}
      className="grid gap-3"
      onSubmit={event => {
        event.preventDefault()
        const { maxUses } = trimmedFieldsOf(event, 'maxUses')
        if (!invite.isPending) invite.mutate({ label: t`First testers`, maxUses: Number(maxUses) })
      }}
    >
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          name="maxUses"
          type="number"
          min={1}
          max={100_000}
          required
          size="large"
          defaultValue={25}
          label={<Trans>For how many people</Trans>}
        />
        <Button type="submit" size="large" busy={invite.isPending}>
          <Trans>Create invitation link</Trans>
        </Button>
      </div>
      <FormError>{sayProblem(invite.error)}</FormError>
    </form>
  )
}

function ShownLink({ link, note }: { link: string; note?: ReactNode }) {
  const { t } = useLingui()
  return (
    <div className="grid gap-2">
      <p className="text-14 text-ink-2">
        <Trans>Send this link to your testers:</Trans>
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <output
          aria-label={t`Link for testers`}
          className="mono min-w-0 rounded-2 border border-line bg-sunken px-3 py-2 break-all text-ink select-all"
        >
          {link}
        </output>
        <CopyButton kind="plain" text={link} />
      </div>
      {note && <p className="text-12 text-ink-3">{note}</p>}
    </div>
  )
}

function ExplainedFailure() {
  const networks = useQuery(networkDetailsQuery).data ?? []
  return (
    <section className="grid gap-2">
      <h3 className="text-16">
        <Trans>See what testers see</Trans>
      </h3>
      <p className="text-14 text-ink-2">
        {networks.length > 0 ? (
          <Trans>
            Testers paste a failed transaction and read why it failed. Try an example, or paste a hash of your
            own on the dashboard.
          </Trans>
        ) : (
          <Trans>
            Testers paste a failed transaction or the error of their wallet and read why it failed. Hashes
            need a network.
          </Trans>
        )}
      </p>
      <span>
        <Link to="/" search={{ paste: SAMPLE_FAILURE }} className={button({ size: 'large' })}>
          <Trans>Open a failed swap, explained</Trans>
        </Link>
      </span>
    </section>
  )
}

function Next() {
  return (
    <section className="grid gap-2">
      <h3 className="text-16">
        <Trans>What is next</Trans>
      </h3>
      <ul className="grid list-disc gap-1 pl-5 text-14 text-ink-2">
        <li>
          <Link to="/admin/settings/$tab" params={{ tab: 'legal' }} className="underline underline-offset-2">
            <Trans>Publish privacy, terms and rules</Trans>
          </Link>
        </li>
        <li>
          <Link
            to="/admin/settings/$tab"
            params={{ tab: 'scoring' }}
            className="underline underline-offset-2"
          >
            <Trans>Choose how many points reports earn</Trans>
          </Link>
        </li>
        <li>
          <Trans>
            Back up: <code className="mono">touchstone backup</code> copies the database and the uploaded
            files together.
          </Trans>
        </li>
      </ul>
    </section>
  )
}
