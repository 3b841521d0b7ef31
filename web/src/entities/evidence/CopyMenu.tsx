import { Trans } from '@lingui/react/macro'
import { Copy } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Button } from '#/ui/Button'
import { Menu, MenuLabel } from '#/ui/Menu'

const CopyItems = lazy(() => import('#/entities/evidence/CopyItems'))

/** Texts that show the transaction elsewhere: as a test, as commands, as links. */
export function CopyMenu({ id }: { id: string }) {
  return (
    <Menu
      trigger={
        <Button size="small" kind="ghost" icon={<Copy size={12} strokeWidth={2.1} aria-hidden />}>
          <Trans>Copy as…</Trans>
        </Button>
      }
    >
      <Suspense
        fallback={
          <MenuLabel>
            <Trans>Loading…</Trans>
          </MenuLabel>
        }
      >
        <CopyItems id={id} />
      </Suspense>
    </Menu>
  )
}
