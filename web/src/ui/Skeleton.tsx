import { Trans } from '@lingui/react/macro'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useOnline } from '#/lib/use-online'

/** A bar where something will be. */
export function Bone({ className }: { className?: string }) {
  return <span className={clsx('block h-2.5 rounded-1 bg-skeleton', className)} />
}

/** The final layout without its content. Appears after 150 ms, so that what is quick does not flicker. */
export function Skeleton({ children }: { children: ReactNode }) {
  const online = useOnline()
  return (
    <div role="status" className="skeleton-late">
      <span className="sr-only">
        <Trans>Loading</Trans>
      </span>
      <div aria-hidden>{children}</div>
      <p className="skeleton-slow px-4 pb-3 text-12 text-ink-3">
        {online ? (
          <Trans>Still loading. The network is slow.</Trans>
        ) : (
          <Trans>You’re offline. It loads when you’re back online.</Trans>
        )}
      </p>
    </div>
  )
}

/** Rows of a list. */
export function SkeletonRows({ rows }: { rows: number }) {
  return (
    <Skeleton>
      {Array.from({ length: rows }, (_, row) => (
        <div
          key={row}
          className="flex h-11 items-center gap-3 border-t border-line-faint px-4 first:border-t-0"
        >
          <Bone className="!size-7 flex-none !rounded-[7px]" />
          <div className="grid flex-1 gap-2">
            <Bone className={['w-7/12', 'w-5/12', 'w-1/2', 'w-4/12'][row % 4] as string} />
            <Bone className="!h-2 w-3/12" />
          </div>
        </div>
      ))}
    </Skeleton>
  )
}
