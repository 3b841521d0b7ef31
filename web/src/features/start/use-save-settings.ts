import { useState } from 'react'
import { useRefreshSettings, useSetSetting } from '#/entities/setting/commands'
import type { Setting } from '#/entities/setting/schema'

/** Saves the settings of a step. A default that is kept is saved too: then it was decided. */
export function useSaveSettings(rows: Setting[]) {
  const set = useSetSetting()
  const refresh = useRefreshSettings()
  const [problem, setProblem] = useState<unknown>(null)
  const [isSaving, setSaving] = useState(false)

  /** Returns whether all of them were saved. */
  async function save(values: Record<string, unknown>): Promise<boolean> {
    setSaving(true)
    setProblem(null)
    try {
      for (const [key, value] of Object.entries(values)) {
        const row = rows.find(known => known.key === key)
        if (row && (row.version === 0 || row.value !== value)) await set.mutateAsync({ key, value })
      }
      return true
    } catch (thrown) {
      setProblem(thrown)
      return false
    } finally {
      setSaving(false)
      void refresh()
    }
  }

  return { save, isSaving, problem }
}
