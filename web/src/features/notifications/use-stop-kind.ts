import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { kindOf } from '#/entities/notification/kinds'
import { preferencesQuery, type KindChoice } from '#/entities/notification/preferences'
import { useSetPreferences } from '#/entities/notification/use-set-preferences'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { toast } from '#/ui/toasts'

/** Has one kind reach the reader nowhere but where it cannot be switched off, and offers to take that back. */
export function useStopKind() {
  const { t } = useLingui()
  const cache = useQueryClient()
  const { sayProblem } = useProblemMessages()
  const set = useSetPreferences()
  const fail = (error: unknown) =>
    toast({ tone: 'danger', title: t`Couldn’t save your choice.`, detail: sayProblem(error) })

  return async (kind: string) => {
    const name = t(kindOf(kind).label)
    try {
      const { kinds } = await cache.fetchQuery(preferencesQuery)
      const before = kinds.find(each => each.kind === kind)
      const off: KindChoice = {
        kind,
        mail: 'off',
        push: false,
        chat: false,
        app: before?.bucket === 'action',
      }
      await set.mutateAsync({ kinds: [off] })
      toast({
        tone: 'info',
        title: t`Muted: ${name}.`,
        detail: off.app ? t`Items that wait for you stay in your inbox.` : undefined,
        ...(before
          ? {
              action: {
                label: t`Undo`,
                onPress: () => set.mutate({ kinds: [choiceOf(before)] }, { onError: fail }),
              },
            }
          : {}),
      })
    } catch (thrown) {
      fail(thrown)
    }
  }
}

const choiceOf = ({ kind, app, mail, push, chat }: KindChoice): KindChoice => ({
  kind,
  app,
  mail,
  push,
  chat,
})
