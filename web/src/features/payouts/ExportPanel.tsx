import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Check } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { tokenText } from '#/entities/reward/amount'
import { FileButtons } from '#/entities/reward/FileButtons'
import { FORMAT_LABEL } from '#/entities/reward/messages'
import type { RewardExport } from '#/entities/reward/schema'
import { usePublishReward } from '#/features/payouts/api'
import { VoidDialog } from '#/features/payouts/VoidDialog'
import { trimmedFieldsOf } from '#/lib/form'
import { clockOf, dayOf } from '#/lib/time'
import { Badge } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { CopyButton } from '#/ui/CopyButton'
import { FormError } from '#/ui/FormError'
import { Facts } from '#/ui/Facts'
import { Hash } from '#/ui/Hash'
import { Panel } from '#/ui/Panel'
import { TextField } from '#/ui/TextField'
import { toast } from '#/ui/toasts'

interface Props {
  payout: RewardExport
  onPublished?: (() => void) | undefined
}

/** The files that nearly every team needs. */
const USUAL_FILES = ['season', 'tree', 'amounts', 'safe_csv']

/** A payout that is built: its root, what it came from, its files, and what can still be done with it. */
export function ExportPanel({ payout, onPublished }: Props) {
  const { t } = useLingui()
  const { token, unit, leafCount, sum, season } = payout
  return (
    <Panel
      flush
      title={<Trans>Payout of season {season}</Trans>}
      note={<StateBadge payout={payout} />}
      actions={
        <span className="text-12 text-ink-3">
          <Plural value={leafCount} one="# leaf" other="# leaves" />,{' '}
          <Trans>
            sum {tokenText(sum, token.decimals, unit)} {token.symbol}
          </Trans>
        </span>
      }
    >
      <div className="grid grid-cols-2 border-t border-line-faint max-lg:grid-cols-1">
        <div className="grid grid-cols-1 min-w-0 content-start gap-3.5 p-4">
          <Root value={payout.root} />
          <Facts
            facts={[
              { name: <Trans>Format</Trans>, value: t(FORMAT_LABEL[payout.format]) },
              {
                name: <Trans>From</Trans>,
                value: (
                  <>
                    <Trans>final hash</Trans> <Hash value={payout.finalHash} />
                  </>
                ),
              },
              {
                name: <Trans>File</Trans>,
                value: (
                  <>
                    <Trans>SHA-256</Trans> <Hash value={payout.fileSha256} />
                  </>
                ),
              },
              ...(payout.distributor
                ? [{ name: <Trans>Contract</Trans>, value: <Hash value={payout.distributor} /> }]
                : []),
              { name: <Trans>Rules text</Trans>, value: payout.rulesText },
            ]}
          />
          <FileButtons of={payout} only={USUAL_FILES} />
          <details className="mt-2">
            <summary className="cursor-pointer text-12 text-ink-3">{t`Other formats`}</summary>
            <div className="mt-2">
              <FileButtons
                of={payout}
                only={payout.files.map(({ kind }) => kind).filter(kind => !USUAL_FILES.includes(kind))}
              />
            </div>
          </details>
        </div>
        <div className="grid grid-cols-1 min-w-0 content-start gap-3 border-line-faint p-4 max-lg:border-t lg:border-l">
          <AnyoneCanCheck payout={payout} />
          {payout.state === 'draft' && <Publish payout={payout} onPublished={onPublished} />}
          {payout.state === 'published' && <Published payout={payout} />}
          {payout.state === 'void' && (
            <p className="text-ink-2">
              <Trans>
                Void since {dayOf(payout.voidedAt ?? '')}: {payout.voidReason}
              </Trans>
            </p>
          )}
        </div>
      </div>
    </Panel>
  )
}

function StateBadge({ payout }: { payout: RewardExport }) {
  const at = (time: string | null) => (time ? `${dayOf(time)}, ${clockOf(time)}` : '')
  switch (payout.state) {
    case 'draft':
      return (
        <Badge>
          <Trans>draft, built {at(payout.builtAt)}</Trans>
        </Badge>
      )
    case 'published':
      return (
        <Badge tone="success" icon={<Check size={12} strokeWidth={2.1} aria-hidden />}>
          <Trans>published {at(payout.publishedAt)}</Trans>
        </Badge>
      )
    default:
      return (
        <Badge tone="danger">
          <Trans>void</Trans>
        </Badge>
      )
  }
}

function Root({ value }: { value: string }) {
  return (
    <div>
      <p className="mb-1.5 text-12 font-medium text-ink-2">
        <Trans>Merkle root</Trans>
      </p>
      <p className="mono rounded-2 bg-sunken px-3.5 py-3 text-13 break-all text-ink">
        <span>{value}</span> <CopyButton text={value} />
      </p>
    </div>
  )
}

function AnyoneCanCheck({ payout }: Props) {
  const file = payout.files.find(({ kind }) => kind === 'season')?.name ?? `season-${payout.season}.jsonl`
  return (
    <div>
      <p className="mb-1.5 text-12 font-medium text-ink-2">
        <Trans>Anyone can check it</Trans>
      </p>
      <p className="mono rounded-2 bg-sunken px-3.5 py-3 text-12 break-all text-ink">
        <span className="block text-ink-3">
          # <Trans>from the season file to the root, offline</Trans>
        </span>
        {`touchstone verify ${file} --root ${payout.root}`}
      </p>
    </div>
  )
}

function Publish({ payout, onPublished }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const publish = usePublishReward()
  const words = `publish season ${payout.season}`
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { typed } = trimmedFieldsOf(event, 'typed')
    // The panel is gone with the answer, and what waits in it would never finish.
    void publish.mutateAsync({ export: payout.id, words: typed }).then(
      () => {
        toast({
          tone: 'success',
          title: t`The payout of season ${payout.season} is published.`,
          detail: t`Testers see their line on the page of the season.`,
        })
        onPublished?.()
      },
      // A refusal is in the form.
      () => undefined,
    )
  }
  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-3">
      <p className="text-12 text-ink-3">
        <Trans>
          A published payout cannot be edited, only voided with a reason. Every member will see the address,
          points and amount of each person paid, without names. Testers see their own line and its proof on
          the page of the season, and those who are paid get an e-mail.
        </Trans>
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <span className="min-w-48 flex-1">
          <TextField
            name="typed"
            required
            autoComplete="off"
            label={
              <Trans>
                Type <b className="font-medium text-ink">{words}</b>
              </Trans>
            }
          />
        </span>
        <Button kind="gold" type="submit" busy={publish.isPending}>{t`Publish payout`}</Button>
      </div>
      <FormError>{sayProblem(publish.error)}</FormError>
    </form>
  )
}

function Published({ payout }: Props) {
  const [voiding, setVoiding] = useState(false)
  return (
    <div className="grid grid-cols-1 justify-items-start gap-3">
      <p className="text-ink-2">
        <Trans>It cannot be changed. To correct a mistake, void it and build a new payout.</Trans>
      </p>
      <Button onClick={() => setVoiding(true)}>
        <Trans>Void…</Trans>
      </Button>
      {voiding && <VoidDialog payout={payout} onClose={() => setVoiding(false)} />}
    </div>
  )
}
