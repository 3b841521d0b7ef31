import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { ConnectionLine } from '#/app/shell/ConnectionSign'
import { ADMIN_PLACES, isAt, type Place, PLACES } from '#/app/shell/places'
import { UserBlock } from '#/app/shell/UserBlock'
import type { User } from '#/backend/user'
import { programmeQuery } from '#/entities/programme/queries'
import { bottomBar } from '#/lib/bottom-bar'
import { nameProduct } from '#/lib/product-name'
import { settings } from '#/lib/settings'
import { SidebarFooter } from '#/ui/SidebarFooter'
import { Keys } from '#/ui/Keys'
import { Masthead } from '#/ui/Masthead'

interface Props {
  user: User
  /** Out of sight and out of reach. */
  hidden: boolean
  /** Given while it is an open drawer. */
  onClose: (() => void) | undefined
}

/** The names of the product: as the page was served, and anew when an administrator changes them. */
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
      <nav aria-label={t`Main`} className="flex min-h-0 flex-1 flex-col gap-0.5 overflow-y-auto px-2 py-3">
        {PLACES.map(place => (
          <PlaceLink key={place.to} place={place} />
        ))}
        {user.isAdmin && (
          <>
            <h2 className="px-2.5 pt-4 pb-1.5 text-12 font-medium tracking-normal text-ink-3">
              <Trans>Admin</Trans>
            </h2>
            {ADMIN_PLACES.map(place => (
              <PlaceLink key={place.to} place={place} />
            ))}
          </>
        )}
      </nav>
      <div ref={drawer ? bottomBar : null} className="flex-none">
        <ConnectionLine />
        <UserBlock user={user} />
        <SidebarFooter shortName={product.shortName} />
      </div>
    </aside>
  )
}

function PlaceLink({ place }: { place: Place }) {
  const { t } = useLingui()
  const { pathname } = useLocation()
  const here = isAt(place, pathname)
  return (
    <Link
      to={place.to}
      aria-current={here ? 'page' : undefined}
      className={clsx(
        'group flex h-[34px] flex-none items-center gap-2.5 rounded-2 px-2.5 font-medium no-underline hover:text-ink hover:no-underline focus-visible:-outline-offset-2 max-md:h-11',
        here ? 'bg-active text-ink' : 'text-ink-2 hover:bg-hover [&>svg]:text-ink-3',
      )}
    >
      <place.Icon size={16} strokeWidth={1.75} aria-hidden />
      {t(place.label)}
      <span className="ml-auto opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100">
        <Keys of={place.keys} />
      </span>
    </Link>
  )
}
