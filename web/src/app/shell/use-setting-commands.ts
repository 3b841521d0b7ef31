import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { SlidersHorizontal } from 'lucide-react'
import { PAGE_LABEL, PAGES } from '#/app/settings/pages'
import type { Command } from '#/app/shell/use-commands'
import { GROUPS } from '#/features/settings/sections'

/** Ways to every page of the settings, and to every setting by its name. */
export function useSettingCommands(): Command[] {
  const { t } = useLingui()
  const navigate = useNavigate()
  const go = (tab: string, hash?: string) =>
    void navigate({ to: '/admin/settings/$tab', params: { tab }, ...(hash ? { hash } : {}) })

  const tabs = PAGES.map((tab): Command => {
    const name = t(PAGE_LABEL[tab])
    return {
      id: `settings-${tab}`,
      group: 'go',
      label: t`Settings: ${name}`,
      Icon: SlidersHorizontal,
      run: () => go(tab),
    }
  })
  const each = GROUPS.flatMap(({ tab, settings }) =>
    settings.map(({ key, label }): Command => {
      const name = t(label)
      return {
        id: `setting-${key}`,
        group: 'go',
        label: t`Setting: ${name}`,
        Icon: SlidersHorizontal,
        run: () => go(tab, `setting-${key}`),
      }
    }),
  )
  return [...tabs, ...each]
}
