import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { TrackerProposal } from '#/entities/issue/view'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { programmeQuery } from '#/entities/programme/queries'
import { type Ruling, useRuling } from '#/features/trackers/api'
import { trimmedFieldsOf } from '#/lib/form'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { SelectField } from '#/ui/SelectField'
import { TextArea } from '#/ui/TextArea'
import { TextField } from '#/ui/TextField'
import { toast } from '#/ui/toasts'

interface Props {
  proposal: TrackerProposal
  /** The tracker, as people call it. */
  at: string
  number: number
}

/** The ways of ending an issue that was closed elsewhere. */
type Way = 'fixed' | 'close' | 'duplicate'

/** What a tracker says becomes so by one press, or is written back. */
export function ProposalForm({ proposal, at, number }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const rule = useRuling(number)
  const builds = useQuery(programmeQuery).data?.builds ?? []
  const isReopening = proposal.kind === 'reopen'
  const [way, setWay] = useState<Way>(proposal.kind === 'reopen' ? 'fixed' : proposal.kind)

  const send = (ruling: Omit<Ruling, 'id'>) =>
    rule.mutate(
      { id: proposal.id, ...ruling },
      { onSuccess: () => toast({ tone: 'success', title: t`#${number} is decided.` }) },
    )

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { build, reason, into } = trimmedFieldsOf(event, 'build', 'reason', 'into')
    if (isReopening) send({ accept: true })
    else if (way === 'fixed') send({ accept: true, build })
    else if (way === 'close') send({ accept: true, reason })
    else send({ accept: true, into: Number(into) })
  }

  return (
    <form onSubmit={submit} className="grid gap-2.5 rounded-2 border border-info-line bg-info-wash p-3">
      <p className="text-12">
        {isReopening ? <Trans>It was opened again at {at}.</Trans> : <Trans>It was closed at {at}.</Trans>}
      </p>
      {!isReopening && (
        <SelectField
          label={<Trans>Decision</Trans>}
          value={way}
          onChange={event => setWay(event.target.value as Way)}
        >
          <option value="fixed">{t`fixed in a build`}</option>
          <option value="close">{t`closed with a reason`}</option>
          <option value="duplicate">{t`a duplicate`}</option>
        </SelectField>
      )}
      {!isReopening && way === 'fixed' && (
        <SelectField name="build" required label={<Trans>Fixed in which build?</Trans>}>
          {builds.map(({ id, channel, version }) => (
            <option key={id} value={id}>
              {channel} {version}
            </option>
          ))}
        </SelectField>
      )}
      {!isReopening && way === 'close' && (
        <TextArea
          name="reason"
          rows={3}
          required
          minLength={20}
          maxLength={2000}
          defaultValue={proposal.text ?? ''}
          label={<Trans>Reason</Trans>}
          hint={<Trans>Shown on the report, visible to everyone.</Trans>}
        />
      )}
      {!isReopening && way === 'duplicate' && (
        <TextField
          name="into"
          inputMode="numeric"
          required
          pattern="\d{1,9}"
          label={<Trans>Number of the other report</Trans>}
        />
      )}
      <FormError>{sayProblem(rule.error)}</FormError>
      <span className="flex flex-wrap gap-2">
        <Button size="small" kind="primary" type="submit" busy={rule.isPending}>
          {isReopening ? (
            <Trans>Open again</Trans>
          ) : way === 'fixed' ? (
            <Trans>Mark as fixed</Trans>
          ) : way === 'close' ? (
            <Trans>Close the report</Trans>
          ) : (
            <Trans>Merge</Trans>
          )}
        </Button>
        <Button size="small" kind="ghost" busy={rule.isPending} onClick={() => send({ accept: false })}>
          {isReopening ? <Trans>Close it there again</Trans> : <Trans>Open it there again</Trans>}
        </Button>
      </span>
    </form>
  )
}
