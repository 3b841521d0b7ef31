import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { WALLET } from '#/entities/evidence/messages'
import { type Evidence, isExplained, WALLET_KINDS, type WalletKind } from '#/entities/evidence/schema'
import { useWalletKind } from '#/entities/evidence/use-circumstances'
import { useLookUp } from '#/entities/evidence/use-evidence'
import { programmeQuery } from '#/entities/programme/queries'
import { SelectField } from '#/ui/SelectField'

/** The two things no chain knows: which build it was, and which wallet. Asked once, and only of its owner. */
export function Circumstances({ evidence }: { evidence: Evidence }) {
  const { t } = useLingui()
  const { data: programme } = useQuery(programmeQuery)
  const [remembered, remember] = useWalletKind()
  const lookUp = useLookUp()
  const { txHash, network, build, walletKind, isMine } = evidence
  if (!isMine || !txHash || !isExplained(evidence) || (build && walletKind)) return null
  const tell = (known: { build?: string; walletKind?: string }) =>
    lookUp.mutate({ text: txHash, network: network?.id, ...known })
  return (
    <div className="flex flex-wrap gap-3" aria-busy={lookUp.isPending}>
      {!build && (
        <div className="w-44 max-md:w-full">
          <SelectField
            label={<Trans>Which build was it?</Trans>}
            value=""
            onChange={event => tell({ build: event.target.value })}
          >
            <option value="">{t`Not sure`}</option>
            {programme?.builds.map(({ id, channel, version }) => (
              <option key={id} value={id}>
                {channel} {version}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      {!walletKind && (
        <div className="w-44 max-md:w-full">
          <SelectField
            label={<Trans>Which wallet?</Trans>}
            value={remembered}
            onChange={event => {
              const kind = event.target.value as WalletKind | ''
              remember(kind)
              if (kind) tell({ walletKind: kind })
            }}
          >
            <option value="">{t`Not sure`}</option>
            {WALLET_KINDS.map(value => (
              <option key={value} value={value}>
                {t(WALLET[value])}
              </option>
            ))}
          </SelectField>
        </div>
      )}
    </div>
  )
}
