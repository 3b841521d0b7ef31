import { Trans } from '@lingui/react/macro'
import type { KeyboardEvent } from 'react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useTestNodes } from '#/entities/network/commands'
import type { TestReport } from '#/entities/network/details'
import { TestResult } from '#/entities/network/TestResult'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { Keys } from '#/ui/Keys'
import { TextField } from '#/ui/TextField'

// Not a word: every address of a node begins so.
const SCHEME = 'https://'

interface Props {
  value: string
  onChange: (url: string) => void
  /** The network it should be of, if that exists already. */
  network?: string
  onTested?: (report: TestReport) => void
  size?: 'medium' | 'large'
  autofocus?: boolean
  required?: boolean
}

/** The address of a node, and what it answers when it is tried. It is typed once and never shown again. */
export function NodeField({ value, onChange, network, onTested, size, autofocus, required }: Props) {
  const test = useTestNodes()
  const { sayProblem } = useProblemMessages()
  const report = test.data?.[0]

  function run() {
    if (!value.trim() || test.isPending) return
    test.mutate(
      { url: value.trim(), ...(network ? { id: network } : {}) },
      { onSuccess: ([first]) => first && onTested?.(first) },
    )
  }

  /** The form around it is not sent before a node that was typed was tried. */
  function onKeyDown(event: KeyboardEvent) {
    const isTried = report && test.variables?.url === value.trim()
    if (event.key !== 'Enter' || isTried || !value.trim()) return
    event.preventDefault()
    run()
  }

  return (
    <div className="grid gap-2.5">
      <TextField
        name="rpcUrl"
        mono
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={SCHEME}
        maxLength={2000}
        size={size ?? 'medium'}
        required={required}
        data-autofocus={autofocus || undefined}
        value={value}
        onKeyDown={onKeyDown}
        onChange={event => onChange(event.currentTarget.value)}
        label={<Trans>RPC URL</Trans>}
        hint={<Trans>May contain an API key. It stays on the server and is never shown.</Trans>}
        after={
          <Button size="small" busy={test.isPending} onClick={run} keys={<Keys of={['↵']} />}>
            <Trans>Test</Trans>
          </Button>
        }
      />
      <FormError>{sayProblem(test.error)}</FormError>
      <div role="status">
        {report && test.variables?.url === value.trim() && <TestResult report={report} />}
      </div>
    </div>
  )
}
