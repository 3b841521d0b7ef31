import { Trans } from '@lingui/react/macro'
import type { Member } from '#/features/people/model'
import { Badge } from '#/ui/Badge'

/** What an account may do, in one word. */
export function MemberState({ member: { isAdmin, status, held } }: { member: Member }) {
  if (status === 'suspended')
    return (
      <Badge tone="danger">
        <Trans>Suspended</Trans>
      </Badge>
    )
  if (status === 'limited')
    return (
      <Badge tone="warning">
        <Trans>Limited</Trans>
      </Badge>
    )
  if (held)
    return (
      <Badge tone="warning">
        <Trans>Held</Trans>
      </Badge>
    )
  if (isAdmin)
    return (
      <Badge tone="gold">
        <Trans>Admin</Trans>
      </Badge>
    )
  return (
    <span className="text-12 text-ink-2">
      <Trans>Tester</Trans>
    </span>
  )
}
