import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Hammer } from 'lucide-react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { FORMAT_LABEL } from '#/entities/reward/messages'
import { FORMATS, type Format, type RewardExport } from '#/entities/reward/schema'
import { previewQuery, useBuild } from '#/features/payouts/api'
import { ExportPanel } from '#/features/payouts/ExportPanel'
import type { Draft, Rules, Wrong } from '#/features/payouts/draft'
import { Findings } from '#/features/payouts/Findings'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { Keys } from '#/ui/Keys'
import { Panel } from '#/ui/Panel'
import { SelectField } from '#/ui/SelectField'
import { TextField } from '#/ui/TextField'
import { toast } from '#/ui/toasts'
import { MOD } from '#/lib/key-names'
import { usePageCommands } from '#/lib/page-commands'

interface Props {
  draft: Draft
  rules: Rules
  wrong: Wrong[]
  built: RewardExport | undefined
  onChange: (part: Partial<Draft>) => void
  onPublished: () => void
}

/** Builds the leaves and their root, and lets them be published. */
export function BundleStep({ draft, rules, wrong, built, onChange, onPublished }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const build = useBuild()
  const query = useQuery(previewQuery(rules, 'paid'))
  const stopped = (query.data?.problems.length ?? 0) > 0
  const run = () =>
    !build.isPending &&
    build.mutate(rules, {
      onSuccess: ({ leafCount }) =>
        toast({
          tone: 'success',
          title: t`Built: ${leafCount} leaves.`,
          detail: t`No notifications are sent yet.`,
        }),
    })
  usePageCommands([{ id: 'build', label: t`Build the payout`, keys: ['mod+Enter'], run }])
  return (
    <>
      {query.data && <Findings preview={query.data} />}
      <Panel title={<Trans>Contract and deadline</Trans>} note={<Trans>optional, shown to testers</Trans>}>
        <div className="grid grid-cols-[1.2fr_1.6fr_1fr_auto] items-start gap-3 max-lg:grid-cols-1">
          <SelectField
            label={<Trans>Tree</Trans>}
            value={draft.format}
            onChange={event => onChange({ format: event.target.value as Format })}
            hint={
              draft.format === 'indexed' ? (
                <Trans>Format of Uniswap’s MerkleDistributor.</Trans>
              ) : (
                <Trans>Format of OpenZeppelin’s library.</Trans>
              )
            }
          >
            {FORMATS.map(format => (
              <option key={format} value={format}>
                {t(FORMAT_LABEL[format])}
              </option>
            ))}
          </SelectField>
          <TextField
            mono
            label={<Trans>Distributor contract</Trans>}
            placeholder="0x…"
            value={draft.distributor}
            disabled={rules.token.address === null}
            onChange={event => onChange({ distributor: event.target.value })}
            error={wrong.includes('distributor') ? <Trans>Enter 0x and 40 hex digits.</Trans> : undefined}
            hint={<Trans>Testers compare its root with theirs.</Trans>}
          />
          <TextField
            type="date"
            label={<Trans>Claim until</Trans>}
            value={draft.deadline}
            onChange={event => onChange({ deadline: event.target.value })}
            hint={<Trans>Only the contract can enforce it.</Trans>}
          />
          <div className="pt-[22px] max-lg:pt-0">
            <Button
              kind="primary"
              busy={build.isPending}
              disabled={stopped || wrong.length > 0}
              onClick={run}
              icon={<Hammer size={14} strokeWidth={1.9} aria-hidden />}
              keys={<Keys of={[MOD, '↵']} />}
            >
              {built ? <Trans>Build again</Trans> : <Trans>Build</Trans>}
            </Button>
          </div>
        </div>
        <div className="mt-3">
          <FormError>{sayProblem(build.error)}</FormError>
        </div>
        {query.data && !stopped && (
          <p className="text-12 text-ink-3">
            <Plural
              value={query.data.figures.people}
              one="# leaf, for # person."
              other="# leaves, one for each person paid."
            />
          </p>
        )}
      </Panel>
      {built && <ExportPanel payout={built} onPublished={onPublished} />}
    </>
  )
}
