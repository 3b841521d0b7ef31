import { useLingui } from '@lingui/react/macro'
import type { Member } from '#/features/people/model'
import { Badge } from '#/ui/Badge'

/** What an account may do, in one word. */
export function MemberState({ member: { isAdmin, status, held } }: { member: Member }) {
  const { t } = useLingui()
  if (status === 'suspended') return <Badge tone="danger">{t`Suspended`}</Badge>
  if (status === 'limited') return <Badge tone="warning">{t`Limited`}</Badge>
  if (held) return <Badge tone="warning">{t`Held`}</Badge>
  if (isAdmin) return <Badge tone="gold">{t`Admin`}</Badge>
  return <span className="text-12 text-ink-2">{t`Tester`}</span>
}
