import { Trans } from '@lingui/react/macro'
import { CircleCheck, CircleOff, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '#/ui/Badge'

/** Whether something outside works, in a word. */
export function ServiceState({ state }: { state: string }) {
  switch (state) {
    case 'on':
      return (
        <Badge tone="success" icon={<CircleCheck size={12} aria-hidden />}>
          <Trans>connected</Trans>
        </Badge>
      )
    case 'broken':
      return (
        <Badge tone="warning" icon={<TriangleAlert size={12} aria-hidden />}>
          <Trans>does not work</Trans>
        </Badge>
      )
    default:
      return (
        <Badge icon={<CircleOff size={12} aria-hidden />}>
          <Trans>not connected</Trans>
        </Badge>
      )
  }
}

interface Props {
  name: string
  /** What is known of it. */
  note: ReactNode
  actions?: ReactNode
}

export function ServiceHead({ name, note, actions }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-3.5 pb-3">
      <div className="min-w-0 flex-1">
        <h3 className="text-14">{name}</h3>
        <p className="text-12 text-ink-3">{note}</p>
      </div>
      {actions}
    </div>
  )
}

/** What has to be done, one after the other. */
export function Steps({ children }: { children: ReactNode }) {
  return (
    <ol className="ml-5 grid list-decimal gap-1.5 text-ink-2 marker:text-ink-3 [&_a]:underline [&_a]:underline-offset-2">
      {children}
    </ol>
  )
}
