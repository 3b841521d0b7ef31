import { Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useState } from 'react'
import { EvidenceById } from '#/entities/evidence/EvidenceById'
import { useLookUp } from '#/entities/evidence/use-evidence'
import type { NetworkDetails } from '#/entities/network/details'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { Keys } from '#/ui/Keys'
import { Panel } from '#/ui/Panel'
import { TextField } from '#/ui/TextField'

/** Reads one hash or error as a report would, to see what the registry makes of it. */
export function DecodeBench({ network }: { network: NetworkDetails }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const lookUp = useLookUp()
  const [text, setText] = useState('')

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (text.trim()) lookUp.mutate({ text })
  }

  return (
    <>
      <Panel
        title={<Trans>Decode a hash</Trans>}
        note={<Trans>shows class, description and path, as in a report</Trans>}
      >
        <form onSubmit={submit} className="grid gap-3" aria-label={t`Decode a hash`}>
          <TextField
            name="sample"
            mono
            autoComplete="off"
            spellCheck={false}
            maxLength={16_384}
            placeholder="0x"
            value={text}
            onChange={event => setText(event.currentTarget.value)}
            label={<Trans>Hash, explorer link or error message</Trans>}
            hint={<Trans>All enabled networks are searched, including {network.name}.</Trans>}
            after={
              <Button size="small" type="submit" busy={lookUp.isPending} keys={<Keys of={['↵']} />}>
                <Trans>Decode</Trans>
              </Button>
            }
          />
          <FormError>{sayProblem(lookUp.error)}</FormError>
        </form>
      </Panel>
      {lookUp.data && <EvidenceById id={lookUp.data.evidence.id} />}
    </>
  )
}
