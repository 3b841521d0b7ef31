import { useQuery } from '@tanstack/react-query'
import { SETTINGS_GROUPS, type SettingsPageName } from '#/app/settings/pages'
import { reviewCountsQuery } from '#/entities/review/queries'

/** The groups with the pages to list. Fairness joins them with its first case, or while it is open. */
export function useListedGroups(open?: SettingsPageName) {
  const hasCases = useQuery(reviewCountsQuery).data?.hasCases ?? false
  return SETTINGS_GROUPS.map(({ name, label, Icon, pages }) => ({
    name,
    label,
    Icon,
    pages: pages.filter(page => page !== 'fairness' || hasCases || open === 'fairness'),
  }))
}
