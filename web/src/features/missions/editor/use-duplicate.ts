import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Mission } from '#/entities/mission/schema'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useSaveMission } from '#/features/missions/editor/api'
import { copyOf } from '#/features/missions/editor/draft'
import { toast } from '#/ui/toasts'

/** Makes a draft that is the same, and opens it. */
export function useDuplicate(mission: Mission) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const navigate = useNavigate()
  const save = useSaveMission()
  const copy = useMutation({
    mutationFn: () => save.mutateAsync(copyOf(mission, t`Copy of ${mission.title}`)),
    onSuccess: made => {
      toast({ tone: 'success', title: t`Copied as a draft.` })
      void navigate({ to: '/admin/settings/missions/$id', params: { id: made.id } })
    },
    onError: error =>
      toast({ tone: 'danger', title: t`Couldn’t copy the mission.`, detail: sayProblem(error) }),
  })
  return { run: () => copy.mutate(), busy: copy.isPending }
}
