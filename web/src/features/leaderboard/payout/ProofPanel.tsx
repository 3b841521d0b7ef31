import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CircleX, Copy, ShieldCheck } from 'lucide-react'
import { tokenText } from '#/entities/reward/amount'
import { FileButtons } from '#/entities/reward/FileButtons'
import type { OwnReward } from '#/entities/reward/schema'
import { ContractPart } from '#/features/leaderboard/payout/ContractPart'
import { distributorOf } from '#/features/leaderboard/payout/use-distributor'
import { shortHash } from '#/lib/hash'
import { Badge } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { Panel } from '#/ui/Panel'
import { toast } from '#/ui/toasts'
import { useCopy } from '#/ui/use-copy'

interface Props {
  reward: OwnReward
  leaf: NonNullable<OwnReward['leaf']>
  address: string
}

/** Whether the proof leads to the root: computed here, from the amount and the address that are shown. */
const useProven = ({ reward: { export: payout, amount }, leaf, address }: Props) =>
  useQuery({
    queryKey: ['rewards', 'proven', payout.id, payout.root, leaf, address, amount],
    queryFn: async () => {
      const { isProven } = await import('#/features/leaderboard/payout/proof')
      return isProven({ format: payout.format, index: leaf.index, address, amount }, leaf.proof, payout.root)
    },
    staleTime: Infinity,
    retry: false,
  })

/** The line's proof, checked in this browser. */
export function ProofPanel(props: Props) {
  const { t } = useLingui()
  const { reward, leaf, address } = props
  const { export: payout, amount } = reward
  const proven = useProven(props)
  const text = tokenText(amount, payout.token.decimals, payout.unit)

  const { root, format } = payout
  const { copy } = useCopy(
    JSON.stringify({ root, format, index: leaf.index, address, amount, proof: leaf.proof }, null, 2),
    () => toast({ tone: 'success', title: t`The proof is copied.` }),
  )

  return (
    <Panel title={<Trans>Proof</Trans>} actions={<Checked proven={proven} />}>
      <p className="mono rounded-2 bg-sunken px-3.5 py-3 text-12 leading-[1.125rem] text-ink">
        <span className="text-ink-3">{t`leaf`}</span> {payout.format === 'indexed' && <>{leaf.index}, </>}
        <span title={address}>{shortHash(address)}</span>, {text}
        <br />
        <span className="text-ink-3">
          {'+ '}
          <Plural value={leaf.proof.length} one="# hash" other="# hashes" />
        </span>
        <br />
        {proven.data === false ? '≠' : '='} <b title={payout.root}>{shortHash(payout.root)}</b>{' '}
        <span className="text-ink-3">{t`published root`}</span>
      </p>
      {proven.data === false && (
        <p role="alert" className="mt-2 text-danger">
          <Trans>
            This amount and address do not match the published root. Do not claim. Contact the team and keep a
            copy of the proof.
          </Trans>
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" onClick={copy} icon={<Copy size={14} strokeWidth={1.9} aria-hidden />}>
          <Trans>Copy proof</Trans>
        </Button>
        <FileButtons of={payout} only={['amounts']} />
      </div>
      {distributorOf(reward) && payout.state === 'published' && (
        <ContractPart reward={reward} proven={proven.data === true} />
      )}
    </Panel>
  )
}

function Checked({ proven }: { proven: { data: boolean | undefined; isError: boolean } }) {
  const { t } = useLingui()
  if (proven.isError) return <Badge tone="warning">{t`not checked: reload the page`}</Badge>
  if (proven.data === undefined) return <Badge>{t`checking…`}</Badge>
  return proven.data ? (
    <Badge tone="success" icon={<ShieldCheck size={12} strokeWidth={2.1} aria-hidden />}>
      <Trans>checked in this browser</Trans>
    </Badge>
  ) : (
    <Badge tone="danger" icon={<CircleX size={12} strokeWidth={2.1} aria-hidden />}>
      <Trans>does not match the root</Trans>
    </Badge>
  )
}
