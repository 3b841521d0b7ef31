import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { ConnectionLine } from '#/app/shell/ConnectionSign'
import { PlaceLinks } from '#/app/shell/PlaceLinks'
import { UserBlock } from '#/app/shell/UserBlock'
import type { User } from '#/backend/user'
import { programmeQuery } from '#/entities/programme/queries'
import { bottomBar } from '#/lib/bottom-bar'
import { nameProduct } from '#/lib/product-name'
import { settings } from '#/lib/settings'
import { SidebarFooter } from '#/ui/SidebarFooter'
import { Masthead } from '#/ui/Masthead'

interface Props {
  user: User
  /** Out of sight and out of reach. */
  hidden: boolean
  /** Given while it is an open drawer. */
  onClose: (() => void) | undefined
}

/** The names of the product: as the page was served, and again when an administrator changes them. */
function useProduct() {
  const { data } = useQuery(programmeQuery)
  const product = data?.product ?? { name: settings.product, shortName: settings.shortName }
  useEffect(() => nameProduct(product.name), [product.name])
  return product
}

export function Sidebar({ user, hidden, onClose }: Props) {
  const { t } = useLingui()
  const ref = useRef<HTMLElement>(null)
  const drawer = onClose !== undefined
  const product = useProduct()

  useEffect(() => {
    if (!drawer) return
    const before = document.activeElement
    ref.current?.querySelector('a')?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [drawer])

  return (
    <aside
      ref={ref}
      inert={hidden}
      aria-label={t`Sidebar`}
      onKeyDown={event => {
        if (event.key !== 'Escape' || !onClose) return
        // On the page under it the key has another meaning.
        event.preventDefault()
        onClose()
      }}
      className={clsx(
        'fixed inset-y-0 left-0 z-(--z-sidebar) flex w-(--sidebar) flex-col border-r border-line bg-sunken duration-(--time-calm) ease-out print:hidden',
        // Going, it stays to be seen until it is gone; coming, it must be there at once to take the focus.
        hidden ? 'invisible -translate-x-full transition-[transform,visibility]' : 'transition-transform',
      )}
    >
      <Masthead product={product.name} />
      <PlaceLinks isAdmin={user.isAdmin} />
      <div ref={drawer ? bottomBar : null} className="flex-none">
        <ConnectionLine />
        <UserBlock user={user} />
        <SidebarFooter shortName={product.shortName} />
      </div>
    </aside>
  )
}
