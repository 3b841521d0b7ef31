import { Trans } from '@lingui/react/macro'
import { CircleX, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'

interface Props {
  /** What did not come. */
  title: ReactNode
  /** What still works, and the server's own word. */
  children?: ReactNode
  onRetry?: () => void
  /** Level of the heading in the page. */
  level?: 1 | 2 | 3
}

/** A card that failed, alone. */
export function Failure({ title, children, onRetry, level = 3 }: Props) {
  return (
    <div role="alert">
      <EmptyState
        level={level}
        icon={<CircleX size={16} className="text-danger" aria-hidden />}
        title={title}
        actions={
          onRetry && (
            <Button onClick={onRetry} icon={<RotateCcw size={14} aria-hidden />}>
              <Trans>Retry</Trans>
            </Button>
          )
        }
      >
        {children}
      </EmptyState>
    </div>
  )
}
