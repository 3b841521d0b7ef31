import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { settingsQuery } from '#/entities/setting/queries'
import type { Setting } from '#/entities/setting/schema'
import { useRefreshSettings, useSetSetting } from '#/entities/setting/commands'
import { SaveBar } from '#/ui/SaveBar'
import { GROUPS, type KnownSetting } from '#/features/settings/sections'
import { SettingLine } from '#/features/settings/SettingLine'
import { Await } from '#/ui/Await'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'
import { toast } from '#/ui/toasts'

/** The settings of a page, saved together, each with its own history. */
export function SettingsForm({ tab }: { tab: string }) {
  const query = useQuery(settingsQuery)
  return (
    <Await
      alone
      query={query}
      skeleton={
        <div className="rounded-3 border border-line bg-panel">
          <SkeletonRows rows={6} />
        </div>
      }
      failed={<Trans>Couldn’t load the settings.</Trans>}
    >
      {rows => <Form tab={tab} rows={rows} />}
    </Await>
  )
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const pick = (drafts: Record<string, unknown>, keep: (key: string) => boolean) =>
  Object.fromEntries(Object.entries(drafts).filter(([key]) => keep(key)))

function Form({ tab, rows }: { tab: string; rows: Setting[] }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const [drafts, setDrafts] = useState<Record<string, unknown>>({})
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [saving, setSaving] = useState(false)
  const set = useSetSetting()
  const refresh = useRefreshSettings()
  const byKey = new Map(rows.map(row => [row.key, row]))
  const groups = GROUPS.filter(group => group.tab === tab && group.settings.some(({ key }) => byKey.has(key)))
  const changed = Object.keys(drafts).filter(key => !same(drafts[key], byKey.get(key)?.value))

  async function save() {
    if (saving) return
    setSaving(true)
    const failed: Record<string, string> = {}
    for (const key of changed) {
      try {
        await set.mutateAsync({ key, value: drafts[key] })
      } catch (thrown) {
        failed[key] = sayProblem(thrown) ?? ''
      }
    }
    setProblems(failed)
    // Anyone who types on while it is saved keeps that too.
    setDrafts(now => pick(now, key => key in failed || !same(now[key], drafts[key])))
    setSaving(false)
    const saved = changed.length - Object.keys(failed).length
    if (saved > 0) toast({ tone: 'success', title: t`${saved} saved.` })
    await refresh()
  }

  return (
    <>
      {groups.map(({ title, settings }) => (
        <Panel key={t(title)} flush title={t(title)}>
          {settings.map((known: KnownSetting) => {
            const row = byKey.get(known.key)
            return (
              row && (
                <SettingLine
                  key={known.key}
                  known={known}
                  row={row}
                  draft={known.key in drafts ? drafts[known.key] : row.value}
                  changed={changed.includes(known.key)}
                  problem={problems[known.key]}
                  onChange={value => setDrafts(now => ({ ...now, [known.key]: value }))}
                />
              )
            )
          })}
        </Panel>
      ))}
      <SaveBar
        changed={changed.length}
        saving={saving}
        onSave={() => void save()}
        onReset={() => {
          setDrafts({})
          setProblems({})
        }}
      />
    </>
  )
}
