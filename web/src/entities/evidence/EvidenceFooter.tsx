import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Circumstances } from '#/entities/evidence/Circumstances'
import { QuoteForm } from '#/entities/evidence/QuoteForm'
import { type Evidence, isExplained, isSettled } from '#/entities/evidence/schema'
import { useRefreshEvidence, useShareEvidence } from '#/entities/evidence/use-evidence'
import { networksQuery } from '#/entities/network/queries'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { usePageCommands } from '#/lib/page-commands'
import { Button } from '#/ui/Button'
import { Checkbox } from '#/ui/Choice'
import { FormError } from '#/ui/FormError'
import { Keys } from '#/ui/Keys'
import { SelectField } from '#/ui/SelectField'

interface Props {
  evidence: Evidence
  actions: ReactNode
  note: ReactNode
  keyed: boolean
  /** Not where a form around it asks for the same. */
  asks: boolean
}

/** What comes next, whose turn it is, and what its owner can still add. */
export function EvidenceFooter({ evidence, actions, note, keyed, asks }: Props) {
  const { sayProblem } = useProblemMessages()
  const refresh = useRefreshEvidence(evidence.id)
  const [quoting, setQuoting] = useState(false)
  const canAsk = evidence.isMine && evidence.kind === 'tx' && isSettled(evidence)
  useAskAgain(keyed && canAsk, () => refresh.mutate(undefined))
  const canQuote =
    evidence.isMine && isExplained(evidence) && evidence.explanation?.swap != null && !evidence.quote
  const next = useNextWords(evidence)
  const words = note ?? next
  if (!words && !actions && !evidence.isMine) return null
  return (
    <footer className="grid gap-2.5 border-t border-line-faint px-4 py-2.5 text-12 text-ink-3 max-md:px-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="min-w-0 flex-1 max-md:basis-full">{words}</span>
        {evidence.isMine && evidence.kind === 'tx' && <Share evidence={evidence} />}
        {canQuote && !quoting && (
          <Button size="small" kind="ghost" onClick={() => setQuoting(true)}>
            <Trans>Add the quote you saw</Trans>
          </Button>
        )}
        {canAsk && (
          <Button
            size="small"
            kind={evidence.state === 'decoded' ? 'ghost' : 'plain'}
            busy={refresh.isPending}
            icon={<RotateCcw size={12} strokeWidth={2.1} aria-hidden />}
            keys={keyed ? <Keys of={['r']} /> : undefined}
            onClick={() => refresh.mutate(undefined)}
          >
            {evidence.state === 'failed' ? <Trans>Retry</Trans> : <Trans>Refresh</Trans>}
          </Button>
        )}
        {actions}
      </div>
      {evidence.isMine && (evidence.state === 'not_found' || evidence.state === 'failed') && (
        <ChooseNetwork busy={refresh.isPending} onChoose={refresh.mutate} />
      )}
      {asks && <Circumstances evidence={evidence} />}
      {quoting && canQuote && <QuoteForm evidence={evidence} onDone={() => setQuoting(false)} />}
      {refresh.error && <FormError>{sayProblem(refresh.error)}</FormError>}
    </footer>
  )
}

function useAskAgain(on: boolean, run: () => void) {
  const { t } = useLingui()
  usePageCommands(on ? [{ id: 'ask-again', label: t`Check again`, keys: ['r'], run }] : [])
}

/** What comes next, if anything is to be said about it. */
function useNextWords({ state, reason, explanation }: Evidence): string | null {
  const { t } = useLingui()
  switch (state) {
    case 'queued':
    case 'fetching':
      return t`You can keep writing. Results only fill in fields you left empty.`
    case 'waiting':
      return t`We’ll follow it for a day and notify you of the result. You can submit your report now.`
    case 'not_found':
      return t`It may not be visible yet. We’ll keep checking for ten minutes, or you can choose the network.`
    case 'failed':
      return t`The hash is saved, so you can submit the report now. The proof is added when the node is back.`
    case 'partial':
      return reason ? t`Only partly read: ${reason}` : t`Only partly read: no trace.`
    default:
      return explanation?.failureClass === 'unknown_revert'
        ? t`Administrators can name unknown errors in the settings. The explanation then appears here.`
        : null
  }
}

function Share({ evidence }: { evidence: Evidence }) {
  const share = useShareEvidence(evidence.id)
  return (
    <Checkbox
      label={<Trans>Show my transaction to other testers</Trans>}
      checked={share.isPending ? share.variables : evidence.isShared}
      onChange={event => share.mutate(event.target.checked)}
    />
  )
}

/** Where the machine found nothing, its owner may know where to look. */
function ChooseNetwork({ busy, onChoose }: { busy: boolean; onChoose: (network: string) => void }) {
  const { t } = useLingui()
  const networks = useQuery(networksQuery).data ?? []
  const [network, setNetwork] = useState('')
  if (networks.length === 0) return null
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="w-56 max-md:w-full">
        <SelectField
          label={<Trans>Choose the network</Trans>}
          value={network}
          onChange={event => setNetwork(event.target.value)}
        >
          <option value="">{t`Any network`}</option>
          {networks.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <Button busy={busy} disabled={network === ''} onClick={() => onChoose(network)}>
        <Trans>Search this network</Trans>
      </Button>
    </div>
  )
}
