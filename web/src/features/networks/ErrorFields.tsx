import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type Verdict, VERDICTS } from '#/entities/evidence/failure'
import { VERDICT } from '#/entities/evidence/messages'
import { failureClassesQuery } from '#/features/networks/api'
import type { ErrorRow } from '#/features/networks/model'
import { selectorOf } from '#/features/networks/selector'
import { SelectField } from '#/ui/SelectField'
import { TextArea } from '#/ui/TextArea'
import { TextField } from '#/ui/TextField'

// Not a word: a signature is the same in every language.
const EXAMPLE = 'TooLittle(uint256,uint256)'

/** What is said about an error. */
export interface Meaning {
  signature: string
  failureClass: string
  verdict: Verdict
  sentence: string
  advice: string
}

export const meaningOf = (row?: Partial<ErrorRow>): Meaning => ({
  signature: row?.signature ?? '',
  failureClass: row?.failureClass ?? 'unknown_revert',
  verdict: row?.verdict ?? 'unknown',
  sentence: row?.sentence ?? '',
  advice: row?.advice ?? '',
})

interface Props {
  /** The selector it must hash to; an error that is known by its text has none. */
  selector: string | null
  value: Meaning
  onChange: (meaning: Meaning) => void
  autofocus?: boolean
}

/** Whether a signature was typed that belongs to another selector. */
export const isMismatch = (selector: string | null, signature: string) =>
  selector !== null && signature.trim() !== '' && selectorOf(signature) !== selector

/** Signature, class, verdict and the sentence. A typed signature is hashed and compared at once. */
export function ErrorFields({ selector, value, onChange, autofocus }: Props) {
  const { t } = useLingui()
  const classes = useQuery(failureClassesQuery).data ?? []
  const change = (part: Partial<Meaning>) => onChange({ ...value, ...part })
  const hashed = selectorOf(value.signature)
  const isRight = selector !== null && hashed === selector
  const wrong = selector !== null && value.signature.trim() !== '' && !isRight

  /** What a class says by itself is taken over as long as nobody has said anything else. */
  function choose(key: string) {
    const [before, now] = [value.failureClass, key].map(name => classes.find(one => one.key === name))
    const isUntouched = !value.sentence || value.sentence === before?.sentence
    change({
      failureClass: key,
      ...(now ? { verdict: now.verdict } : {}),
      ...(now && isUntouched ? { sentence: now.sentence } : {}),
    })
  }

  return (
    <>
      {selector !== null && (
        <TextField
          name="signature"
          mono
          maxLength={400}
          autoComplete="off"
          spellCheck={false}
          data-autofocus={autofocus || undefined}
          value={value.signature}
          onChange={event => change({ signature: event.currentTarget.value })}
          placeholder={EXAMPLE}
          label={<Trans>Signature</Trans>}
          after={isRight && <Check size={14} strokeWidth={1.9} className="text-success" aria-hidden />}
          error={
            wrong &&
            (hashed ? (
              <Trans>
                Hashes to {hashed}, not to {selector}.
              </Trans>
            ) : (
              <Trans>A name, and types in brackets.</Trans>
            ))
          }
          hint={
            isRight ? (
              <Trans>Hashes to this selector, so it is right.</Trans>
            ) : (
              <Trans>Optional. It is hashed and compared with the selector.</Trans>
            )
          }
        />
      )}
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          name="failureClass"
          value={value.failureClass}
          onChange={event => choose(event.currentTarget.value)}
          label={<Trans>Class</Trans>}
        >
          {classes.length === 0 && <option value={value.failureClass}>{value.failureClass}</option>}
          {classes.map(({ key }) => (
            <option key={key} value={key}>
              {key}
            </option>
          ))}
        </SelectField>
        <SelectField
          name="verdict"
          value={value.verdict}
          onChange={event => change({ verdict: event.currentTarget.value as Verdict })}
          label={<Trans>Verdict</Trans>}
        >
          {VERDICTS.map(one => (
            <option key={one} value={one}>
              {t(VERDICT[one])}
            </option>
          ))}
        </SelectField>
      </div>
      <TextArea
        name="sentence"
        rows={2}
        required
        maxLength={300}
        data-autofocus={(autofocus && selector === null) || undefined}
        value={value.sentence}
        onChange={event => change({ sentence: oneLine(event.currentTarget.value) })}
        label={<Trans>Description for testers</Trans>}
      />
      <TextArea
        name="advice"
        rows={2}
        maxLength={500}
        value={value.advice}
        onChange={event => change({ advice: oneLine(event.currentTarget.value) })}
        label={<Trans>Advice (optional)</Trans>}
      />
    </>
  )
}

const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ')
