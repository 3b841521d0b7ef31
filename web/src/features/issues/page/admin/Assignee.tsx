import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMoralis } from '#/backend/use-moralis'
import type { Issue } from '#/entities/issue/view'
import { administratorsQuery } from '#/features/issues/decide/api'
import type { RunCommand } from '#/features/issues/page/admin/command'
import { SelectField } from '#/ui/SelectField'

/** Who sees to an issue: any administrator, or nobody. */
export function Assignee({ issue, onRun }: { issue: Issue; onRun: RunCommand }) {
  const { t } = useLingui()
  const { user } = useMoralis()
  const administrators = useQuery(administratorsQuery)
  const others = (administrators.data ?? []).filter(({ id }) => id !== user?.objectId)
  const assigned = issue.assignee?.id ?? ''
  const known = assigned === '' || assigned === user?.objectId || others.some(({ id }) => id === assigned)
  return (
    <SelectField
      label={<Trans>Assignee</Trans>}
      value={assigned}
      onChange={event => onRun('issueAssign', { user: event.target.value || null })}
    >
      <option value="">{t`Unassigned`}</option>
      {user && <option value={user.objectId}>{t`Me (@${user.username})`}</option>}
      {others.map(({ id, username }) => (
        <option key={id} value={id}>
          @{username ?? '…'}
        </option>
      ))}
      {!known && <option value={assigned}>@{issue.assignee?.username ?? '…'}</option>}
    </SelectField>
  )
}
