import { Trans } from '@lingui/react/macro'
import { Logo } from '#/ui/Logo'

/** The name of the product over what happens to it, as the sidebar begins. */
export function Masthead({ product }: { product: string }) {
  return (
    <div className="flex h-(--strip) flex-none items-center gap-2.5 px-4">
      <Logo size={26} />
      <div className="min-w-0">
        <p className="truncate text-14 leading-[1.125rem] font-semibold tracking-(--track-tight)">
          {product}
        </p>
        <p className="text-12 text-ink-3">
          <Trans>Beta Testing</Trans>
        </p>
      </div>
    </div>
  )
}
