import { useLingui } from '@lingui/react/macro'
import type { ClusterView, Facet } from '#/entities/cluster/schema'
import { walletWord } from '#/entities/evidence/messages'
import { PlotPanel } from '#/ui/plot/PlotPanel'
import { RowBars } from '#/ui/plot/RowBars'

const MOST = 8

/** Where a failure was met: each with how often. */
export function Facets({ facets }: Pick<ClusterView, 'facets'>) {
  const { t } = useLingui()
  const wallets = facets.wallets.map(wallet => {
    const word = walletWord(wallet.key)
    return word ? { ...wallet, label: t(word) } : wallet
  })
  const all: { title: string; of: Facet }[] = [
    { title: t`Networks`, of: facets.networks },
    { title: t`Wallets`, of: wallets },
    { title: t`Builds`, of: facets.builds },
    { title: t`Tokens`, of: facets.tokens },
  ]
  return (
    <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
      {all
        .filter(({ of }) => of.length > 0)
        .map(({ title, of }) => (
          <PlotPanel
            key={title}
            title={title}
            twin={{
              head: [title, t`Evidence`],
              rows: of.map(({ key, label, count }) => [label ?? key, count]),
            }}
          >
            <RowBars
              label={title}
              bars={of
                .slice(0, MOST)
                .map(({ key, label, count }) => ({ key, label: label ?? key, value: count }))}
            />
          </PlotPanel>
        ))}
    </div>
  )
}
