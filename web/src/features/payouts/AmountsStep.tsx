import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { previewQuery } from '#/features/payouts/api'
import type { Draft, Rules, Wrong } from '#/features/payouts/draft'
import { Findings } from '#/features/payouts/Findings'
import { PreviewFigures } from '#/features/payouts/PreviewFigures'
import { PreviewPlots } from '#/features/payouts/PreviewPlots'
import { RulesForm } from '#/features/payouts/RulesForm'
import { WhoGetsWhat } from '#/features/payouts/WhoGetsWhat'
import { Await } from '#/ui/Await'
import { EmptyState } from '#/ui/EmptyState'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'

interface Props {
  draft: Draft
  rules: Rules | null
  wrong: Wrong[]
  onChange: (part: Partial<Draft>) => void
}

/** Of these the curve by rank is drawn. */
const DRAWN = 100

/** The formula on the left, what it does to everybody on the right. */
export function AmountsStep({ draft, rules, wrong, onChange }: Props) {
  const query = useQuery(previewQuery(rules, 'paid', 0, DRAWN))
  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[20rem_minmax(0,1fr)]">
      <RulesForm
        draft={draft}
        wrong={wrong}
        figures={rules ? query.data?.figures : undefined}
        onChange={onChange}
      />
      {rules ? (
        <Await
          alone
          query={query}
          skeleton={
            <div className="rounded-3 border border-line bg-panel">
              <SkeletonRows rows={8} />
            </div>
          }
          failed={<Trans>Couldn’t load the preview.</Trans>}
        >
          {preview => (
            <div className="grid min-w-0 grid-cols-1 gap-4">
              <Findings preview={preview} />
              <Panel
                flush
                title={<Trans>Preview</Trans>}
                note={query.isFetching ? <Trans>calculating…</Trans> : undefined}
              >
                <PreviewFigures figures={preview.figures} token={rules.token} unit={rules.unit} />
              </Panel>
              <PreviewPlots preview={preview} token={rules.token} unit={rules.unit} curve={rules.curve} />
              <WhoGetsWhat key={JSON.stringify(rules)} rules={rules} />
            </div>
          )}
        </Await>
      ) : (
        <Panel flush title={<Trans>Preview</Trans>}>
          <EmptyState title={<Trans>Choose a token and a pool to see who would get what.</Trans>}>
            <Trans>
              Amounts are rounded to the smallest step and add up to the pool. The preview stores nothing.
            </Trans>
          </EmptyState>
        </Panel>
      )}
    </div>
  )
}
