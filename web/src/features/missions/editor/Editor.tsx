import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { FunnelPanel } from '#/entities/mission/FunnelPanel'
import { MISSION_STATE } from '#/entities/mission/messages'
import { missionQuery } from '#/entities/mission/queries'
import type { Mission } from '#/entities/mission/schema'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { AnswersPanel } from '#/features/missions/editor/AnswersPanel'
import { useSaveMission } from '#/features/missions/editor/api'
import {
  type Draft,
  changesIn,
  draftOf,
  faultsIn,
  toParams,
  isFrozen,
} from '#/features/missions/editor/draft'
import { PlanFields, TextFields } from '#/features/missions/editor/EditorFields'
import { TextRevisions } from '#/features/missions/editor/TextRevisions'
import { Preview } from '#/features/missions/editor/Preview'
import { StateActions } from '#/features/missions/editor/StateActions'
import { StepsEditor } from '#/features/missions/editor/StepsEditor'
import { SaveBar } from '#/ui/SaveBar'
import { Await } from '#/ui/Await'
import { Badge } from '#/ui/Badge'
import { FormError } from '#/ui/FormError'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'
import { toast } from '#/ui/toasts'

/** Writes one mission, by its id; a new one without. */
export function MissionEditor({ id }: { id: string | null }) {
  return id === null ? <Editor saved={null} /> : <Known id={id} />
}

function Known({ id }: { id: string }) {
  const query = useQuery({ ...missionQuery(id), refetchOnWindowFocus: false })
  return (
    <Await
      alone
      query={query}
      skeleton={<SkeletonRows rows={8} />}
      failed={<Trans>Couldn’t load the mission.</Trans>}
    >
      {mission => <Editor key={mission.id} saved={mission} />}
    </Await>
  )
}

function Editor({ saved }: { saved: Mission | null }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const navigate = useNavigate()
  const save = useSaveMission()
  const [draft, setDraft] = useState(() => draftOf(saved))
  const [isTried, setTried] = useState(false)
  const [at, setAt] = useState<string | null>(() => draft.steps[0]?.id ?? null)
  const frozen = isFrozen(saved?.state)
  const faults = faultsIn(draft)
  const before = draftOf(saved)
  const [created, setCreated] = useState<string | null>(null)
  const changed = created === null ? changesIn(draft, before) : 0
  const set = (part: Partial<Draft>) => setDraft(now => ({ ...now, ...part }))

  function submit() {
    setTried(true)
    const first = faults.find(fault => fault.field === 'step')
    if (first?.field === 'step') setAt(first.step)
    if (faults.length > 0) return
    save.mutate(
      { ...toParams(draft), ...(saved ? { id: saved.id } : {}) },
      {
        onSuccess: mission => {
          setTried(false)
          setDraft(draftOf(mission))
          toast({ tone: 'success', title: t`The mission is saved.` })
          if (!saved) setCreated(mission.id)
        },
      },
    )
  }

  // Only once nothing is unsaved any more, which would keep the page.
  useEffect(() => {
    if (created !== null) void navigate({ to: '/admin/settings/missions/$id', params: { id: created } })
  }, [created, navigate])

  const shown = isTried ? faults : []
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_22rem] items-start gap-4 max-xl:grid-cols-1">
      <div className="grid min-w-0 grid-cols-1 gap-4">
        <Panel
          flush
          title={<Trans>Mission</Trans>}
          note={saved && <Badge>{t(MISSION_STATE[saved.state])}</Badge>}
          actions={
            saved ? (
              <StateActions mission={saved} isSaved={changed === 0} />
            ) : (
              <Link to="/admin/settings/$tab" params={{ tab: 'missions' }}>{t`All missions`}</Link>
            )
          }
        >
          <p className="px-4 pb-3 text-12 text-ink-3">
            {frozen ? (
              <Trans>
                This mission has been published. You can still edit texts, add places and extend the end date.
              </Trans>
            ) : (
              <Trans>Steps, points and review cannot be changed once it is live.</Trans>
            )}
          </p>
          <TextFields draft={draft} set={set} faults={shown} frozen={frozen} />
          <StepsEditor
            steps={draft.steps}
            at={at}
            onAt={setAt}
            onChange={steps => set({ steps })}
            faults={shown}
            frozen={frozen}
          />
          <PlanFields draft={draft} set={set} faults={shown} frozen={frozen} mission={saved} />
        </Panel>
        {shown.length > 0 && <FormError>{t`Some fields are incomplete. They are marked above.`}</FormError>}
        <FormError>{sayProblem(save.error)}</FormError>
        <SaveBar
          changed={changed}
          saving={save.isPending}
          onSave={submit}
          onReset={() => {
            setDraft(before)
            setTried(false)
          }}
        />
        {saved && saved.state !== 'draft' && <FunnelPanel mission={saved.id} />}
        {saved && saved.state !== 'draft' && <AnswersPanel mission={saved} />}
        {saved && frozen && <TextRevisions mission={saved.id} />}
      </div>
      <aside aria-label={t`Preview`}>
        <Preview draft={draft} saved={saved} />
      </aside>
    </div>
  )
}
