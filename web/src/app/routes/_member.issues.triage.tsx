import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { Keyboard } from 'lucide-react'
import { useState } from 'react'
import { readAhead } from '#/app/read-ahead'
import { MissingPage } from '#/app/shell/MissingPage'
import { Page } from '#/app/shell/Page'
import { useShell } from '#/app/shell/shell-context'
import { useMoralis } from '#/backend/use-moralis'
import type { QueueOrder } from '#/features/issues/triage/api'
import { TriageScreen } from '#/features/issues/triage/TriageScreen'
import { useTriage } from '#/features/issues/triage/use-triage'
import { Button } from '#/ui/Button'
import { Keys } from '#/ui/Keys'
import { Segmented } from '#/ui/Segmented'

export const Route = createFileRoute('/_member/issues/triage')({
  validateSearch: ({ number }: Record<string, unknown>): { number?: string } =>
    typeof number === 'string' ? { number } : {},
  component: TriagePage,
  shouldReload: false,
  loader: ahead => readAhead('triage', ahead),
})

/** For administrators; to others it does not exist. */
function TriagePage() {
  const { user, expired } = useMoralis()
  return (user ?? expired)?.isAdmin ? <TriageRoute /> : <MissingPage />
}

function TriageRoute() {
  const { t } = useLingui()
  const { open } = useShell()
  const [order, setOrder] = useState<QueueOrder>('promise')
  const { number } = Route.useSearch()
  const triage = useTriage(order, number ? Number(number) : null)
  const { waiting } = triage
  const { dueSoon = 0, late = 0 } = triage.queue.data ?? {}

  return (
    <Page
      whole
      noReport
      heading={t`Triage`}
      title={t`Triage`}
      parent={{ to: '/issues', label: t`Issues` }}
      note={
        triage.queue.data && (
          <>
            <Plural value={waiting} one="# waiting" other="# waiting" />
            {late > 0 && (
              <>
                {' · '}
                <span className="text-danger">
                  <Trans>{late} late</Trans>
                </span>
              </>
            )}
            {dueSoon > 0 && (
              <>
                {' · '}
                <span className="text-warning">
                  <Trans>{dueSoon} due within an hour</Trans>
                </span>
              </>
            )}
          </>
        )
      }
      search={
        <Segmented
          label={t`Order`}
          value={order}
          onChange={setOrder}
          options={[
            { value: 'promise', label: t`By due time` },
            { value: 'age', label: t`By age` },
          ]}
        />
      }
      actions={
        <span className="max-md:hidden">
          <Button
            kind="ghost"
            icon={<Keyboard size={14} strokeWidth={1.9} aria-hidden />}
            keys={<Keys of={['?']} />}
            onClick={() => open('help')}
          >
            <Trans>Keys</Trans>
          </Button>
        </span>
      }
    >
      <TriageScreen triage={triage} />
    </Page>
  )
}
