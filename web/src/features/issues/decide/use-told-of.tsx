import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { signed } from '#/lib/number'
import { useUndo } from '#/features/issues/api'
import type { Decision } from '#/features/issues/model'
import { useWords } from '#/features/issues/use-words'
import { toast } from '#/ui/toasts'

/** Says what a decision did: the new status, the points, who was told; with a way back while there is one. */
export function useToldOf() {
  const { t } = useLingui()
  const words = useWords()
  const undo = useUndo()
  return (number: number, { issue, told, points, undoUntil }: Decision) => {
    const status = words.standing(issue)
    const paid = points.map(({ person, amount }) => `${signed(amount)} @${person.username ?? '…'}`).join(', ')
    toast({
      tone: 'success',
      title: t`#${number} ${status}`,
      detail: (
        <>
          {paid && <>{paid}. </>}
          {told > 0 ? <Plural value={told} one="# person was told." other="# people were told." /> : null}
        </>
      ),
      ...(undoUntil
        ? {
            action: {
              label: <Trans>Undo</Trans>,
              onPress: () => undo.mutate(number),
            },
          }
        : {}),
    })
  }
}
