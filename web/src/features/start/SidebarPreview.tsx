import { Trans } from '@lingui/react/macro'
import { RoleBadge } from '#/ui/Badge'
import { SidebarFooter } from '#/ui/SidebarFooter'
import { Masthead } from '#/ui/Masthead'

interface Props {
  product: string
  shortName: string
  username: string
}

/** How the sidebar will look with what has been typed. To be seen only: it says nothing that the fields do not. */
export function SidebarPreview({ product, shortName, username }: Props) {
  return (
    <figure className="mt-1">
      <figcaption className="mb-1.5 text-12 font-medium text-ink-2">
        <Trans>Preview</Trans>
      </figcaption>
      <div
        aria-hidden
        className="w-(--sidebar) max-w-full overflow-hidden rounded-3 border border-line bg-sunken select-none"
      >
        <Masthead product={product || '…'} />
        <div className="grid gap-2.5 px-4 py-3">
          <div className="-mx-2 flex h-[34px] items-center gap-2.5 rounded-2 bg-active px-2.5">
            <Bar width="w-4" />
            <Bar width="w-20" />
          </div>
          <div className="flex items-center gap-2.5">
            <Bar width="w-4" />
            <Bar width="w-12" />
          </div>
          <div className="flex items-center gap-2.5">
            <Bar width="w-4" />
            <Bar width="w-24" />
          </div>
        </div>
        <div className="flex items-center gap-2 border-t border-line-faint px-4 py-3 font-medium">
          <span className="truncate">@{username || '…'}</span>
          <span className="ml-auto">
            <RoleBadge isAdmin />
          </span>
        </div>
        <SidebarFooter shortName={shortName || '…'} />
      </div>
    </figure>
  )
}

const Bar = ({ width }: { width: string }) => <span className={`h-2 rounded-1 bg-line-strong ${width}`} />
