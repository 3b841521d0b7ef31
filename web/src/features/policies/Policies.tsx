import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { POLICY_KINDS } from '#/entities/policy/kinds'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { acceptancesCsv } from '#/features/policies/acceptances-csv'
import { readAcceptances } from '#/features/policies/api'
import { PolicyPanel } from '#/features/policies/PolicyPanel'
import { saveText } from '#/lib/save-text'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { Panel } from '#/ui/Panel'

/** Privacy, terms and rules: their versions, and who accepted them. */
export function Policies() {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const save = useMutation({
    mutationFn: async () => saveText('acceptances.csv', 'text/csv', acceptancesCsv(await readAcceptances())),
  })
  return (
    <>
      {POLICY_KINDS.map(kind => (
        <PolicyPanel key={kind} kind={kind} />
      ))}
      <Panel title={<Trans>Acceptances</Trans>}>
        <div className="grid justify-items-start gap-2.5">
          <p className="max-w-[60ch] text-ink-2">
            <Trans>
              Who accepted which version, and when. Testers find their own in their data download. The
              acceptances of deleted accounts are deleted with them.
            </Trans>
          </p>
          <Button
            busy={save.isPending}
            onClick={() => save.mutate()}
            icon={<Download size={14} strokeWidth={1.9} aria-hidden />}
          >{t`Download CSV`}</Button>
          <FormError>{sayProblem(save.error)}</FormError>
        </div>
      </Panel>
    </>
  )
}
