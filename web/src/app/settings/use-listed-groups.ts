import { useInfiniteQuery } from '@tanstack/react-query'
import { SETTINGS_GROUPS, type SettingsPageName } from '#/app/settings/pages'
import { casesQuery } from '#/entities/fairness/case-queries'

/** The groups with the pages to list. Fairness joins them with its first case, or while it is open. */
export function useListedGroups(open?: SettingsPageName) {
  const counts = useInfiniteQuery(casesQuery('open')).data?.pages[0]?.counts
  const hasCases = counts !== undefined && Object.values(counts).some(count => count > 0)
  return SETTINGS_GROUPS.map(({ name, label, Icon, pages }) => ({
    name,
    label,
    Icon,
    pages: pages.filter(page => page !== 'fairness' || hasCases || open === 'fairness'),
  }))
}
