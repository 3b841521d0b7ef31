import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { RESOLUTION, STATUS } from '#/entities/issue/messages'
import type { IssueRow, Kind, Severity, Status } from '#/entities/issue/schema'
import { programmeQuery } from '#/entities/programme/queries'

/** The programme's own words for what the machine keeps; ours until they are known. */
export function useIssueMessages() {
  const { t } = useLingui()
  const { data: programme } = useQuery(programmeQuery)
  return {
    programme,
    status: (kind: Kind, status: Status): string =>
      programme?.statusWords[kind]?.[status] ?? t(STATUS[status]),
    /** A closed issue is called after how it ended. */
    standing: ({ kind, status, resolution }: Pick<IssueRow, 'kind' | 'status' | 'resolution'>): string => {
      const ground = status === 'closed' && resolution ? RESOLUTION[resolution] : undefined
      return ground ? t(ground) : (programme?.statusWords[kind]?.[status] ?? t(STATUS[status]))
    },
    severity: (severity: Severity): string | undefined => programme?.severityWords[severity],
    area: (key: string): string => programme?.areas.find(area => area.key === key)?.name ?? key,
  }
}

export type IssueMessages = ReturnType<typeof useIssueMessages>
