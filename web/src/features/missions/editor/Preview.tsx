import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { buildsQuery } from '#/entities/build/queries'
import { Dotted, missionFacts, WindowLine } from '#/entities/mission/MissionFacts'
import { MissionRow } from '#/entities/mission/MissionRow'
import type { Mission } from '#/entities/mission/schema'
import { useCheckLines } from '#/entities/mission/use-check-lines'
import { networksQuery } from '#/entities/network/queries'
import { type Draft, type DraftStep, toParams } from '#/features/missions/editor/draft'
import { useCheckNames } from '#/features/missions/editor/use-check-names'
import { figure } from '#/lib/number'
import { Markdown } from '#/ui/markdown/Markdown'
import { Panel } from '#/ui/Panel'
import { Segmented } from '#/ui/Segmented'

/** The mission that a draft would be, as far as a tester sees it. */
function usePreviewed(draft: Draft, saved: Mission | null): Mission {
  const networks = useQuery(networksQuery).data ?? []
  const builds = useQuery(buildsQuery).data ?? []
  const [now] = useState(() => new Date().toISOString())
  const fields = toParams(draft)
  const build = builds.find(({ id }) => id === draft.build)
  return {
    id: saved?.id ?? '',
    slug: saved?.slug ?? '',
    title: fields.title,
    brief: fields.brief,
    kind: fields.kind,
    state: 'live',
    points: fields.points,
    blockedPoints: Math.floor(fields.points / 2),
    minutes: fields.minutes,
    season: fields.season,
    opensAt: fields.opensAt,
    closesAt: fields.closesAt,
    endsAt: fields.closesAt,
    extendedSeconds: 0,
    capacity: fields.capacity,
    taken: 0,
    placesLeft: fields.capacity,
    minTrust: fields.minTrust,
    build: build ? { id: build.id, version: build.version, channel: build.channel } : null,
    networks: networks
      .filter(({ id }) => draft.networks.includes(id))
      .map(({ id, name, chainId, health }) => ({ id, name, chainId, health, block: null, lookedAt: null })),
    review: { mode: draft.review, percent: Number(draft.percent) || null },
    steps: draft.steps.map(({ id, text, type, required }) => ({
      id,
      text,
      type,
      required,
      question: null,
      check: null,
    })),
    outages: [],
    fits: true,
    why: [],
    mine: null,
    createdAt: now,
    updatedAt: now,
  }
}

/** What testers will see, while it is written. */
export function Preview({ draft, saved }: { draft: Draft; saved: Mission | null }) {
  const { t } = useLingui()
  const [form, setForm] = useState<'page' | 'row'>('page')
  const mission = usePreviewed(draft, saved)
  return (
    <div className="grid gap-3 md:sticky md:top-[calc(var(--strip)+20px)]">
      <Panel
        flush={form === 'row'}
        title={<Trans>Preview</Trans>}
        actions={
          <Segmented
            label={t`Form of the preview`}
            value={form}
            onChange={setForm}
            options={[
              { value: 'page', label: t`Page` },
              { value: 'row', label: t`Row` },
            ]}
          />
        }
      >
        {form === 'row' ? (
          <div className="border-t border-line-faint">
            <MissionRow mission={mission} title={mission.title || t`Untitled`} />
          </div>
        ) : (
          <PagePreview mission={mission} steps={draft.steps} />
        )}
      </Panel>
      <p className="flex gap-2 px-1 text-12 text-ink-3">
        <Eye size={12} strokeWidth={2.1} className="mt-0.5 flex-none" aria-hidden />
        <Trans>Testers see exactly what is checked, and nothing else is.</Trans>
      </p>
    </div>
  )
}

function PagePreview({ mission, steps }: { mission: Mission; steps: DraftStep[] }) {
  const { t } = useLingui()
  return (
    <div className="grid gap-2.5">
      <div className="flex items-start gap-3">
        <h3 className="min-w-0 flex-1 text-16 break-words">{mission.title || t`Untitled`}</h3>
        <span className="text-20 font-semibold text-gold-text">{figure(mission.points)}</span>
      </div>
      <div className="text-12 text-ink-3">
        <Dotted items={[...missionFacts(mission), <WindowLine key="window" mission={mission} />]} />
      </div>
      {mission.brief && <Markdown text={mission.brief} />}
      <ol className="grid">
        {steps.map((step, order) => (
          <li key={step.id} className="flex gap-2.5 border-t border-line-faint py-2">
            <span className="grid size-5 flex-none place-items-center rounded-full border border-line-strong text-11 text-ink-3">
              {order + 1}
            </span>
            <span className="min-w-0 break-words">
              {step.text || <span className="text-ink-3">{t`A new step`}</span>}
              {step.type === 'tx' && <CheckSentence step={step} />}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

function CheckSentence({ step }: { step: DraftStep }) {
  const linesOf = useCheckLines()
  const { names } = useCheckNames(step.check)
  return (
    <span className="block text-12 text-ink-3">
      <Trans>Checked automatically: {linesOf(step.check, names).join(', ')}.</Trans>
    </span>
  )
}
