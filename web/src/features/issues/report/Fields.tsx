import { Trans, useLingui } from '@lingui/react/macro'
import { ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { WALLET } from '#/entities/evidence/messages'
import { pastedKind } from '#/entities/evidence/pasted'
import { WALLET_KINDS } from '#/entities/evidence/schema'
import type { ReportText } from '#/entities/issue/report-texts'
import { SEVERITIES } from '#/entities/issue/schema'
import { useIssueMessages } from '#/entities/issue/use-issue-messages'
import { AddFiles, AttachmentList } from '#/entities/attachment/AttachmentList'
import type { Attachments } from '#/entities/attachment/use-attachments'
import { type Draft, kindOf } from '#/features/issues/report/draft'
import { isProposed } from '#/features/issues/report/propose'
import { ReportTextFields } from '#/features/issues/report/ReportTextFields'
import { StepHeading } from '#/features/issues/report/ReportTypePicker'
import { CLAIM } from '#/features/issues/issue-messages'
import { Band } from '#/ui/Band'
import { Checkbox } from '#/ui/Choice'
import { SelectField } from '#/ui/SelectField'
import { TextArea } from '#/ui/TextArea'
import { TextField } from '#/ui/TextField'

/** With a finger: a keyboard on the glass would cover the page before it was read. */
const COARSE = matchMedia('(pointer: coarse)').matches

interface Props {
  draft: Draft
  area: string
  build: string
  walletKind: string
  attachments: Attachments
  onChange: (change: Partial<Draft>) => void
  /** A hash or a link was pasted where words belong. */
  onHash: (text: string) => void
  /** What belongs to the title and comes while it is typed: below it, so that it never moves the field. */
  belowTitle: ReactNode
}

type Change = Pick<Props, 'onChange'>

/** The report itself. The larger parts are given only what they show, so that a key in one field does not draw them again. */
export function Fields(props: Props) {
  const { draft, area, build, walletKind, attachments, onChange, onHash, belowTitle } = props
  const { t } = useLingui()
  const kind = kindOf(draft)
  const idea = kind === 'idea'
  return (
    <section aria-labelledby="report" className="mt-6 grid gap-3">
      <StepHeading id="report" step={2}>
        {idea ? <Trans>Your idea</Trans> : <Trans>Your report</Trans>}
      </StepHeading>
      <TextField
        label={<Trans>Title</Trans>}
        value={draft.title}
        maxLength={140}
        required
        // What was looked up already is read first, and its keys are no letters.
        autoFocus={!COARSE && draft.evidence.length === 0 && draft.link.toLookUp === ''}
        autoComplete="off"
        placeholder={
          idea ? t`Show the route before asking for approval` : t`Permit expired right after signing`
        }
        onChange={event => onChange({ title: event.target.value })}
        onPaste={event => {
          const text = event.clipboardData.getData('text')
          const pasted = pastedKind(text)
          if (idea || draft.title !== '' || (pasted !== 'hash' && pasted !== 'link')) return
          event.preventDefault()
          onHash(text)
        }}
        hint={
          isProposed(draft, 'title') ? (
            <Trans>Suggested from the evidence. Edit as you like.</Trans>
          ) : undefined
        }
        after={<span className="text-12 text-ink-3">{draft.title.length} / 140</span>}
      />
      {belowTitle}
      <Placement
        kind={kind}
        severity={draft.severity}
        area={area}
        build={build}
        walletKind={walletKind}
        asksWallet={!idea && draft.way === 'error'}
        onChange={onChange}
      />
      <div id="report-body">
        <TextArea
          label={idea ? <Trans>What should be different, and why?</Trans> : <Trans>What happened?</Trans>}
          rows={4}
          value={draft.body}
          maxLength={20_000}
          onChange={event => onChange({ body: event.target.value })}
          placeholder={
            draft.evidence.length > 0
              ? t`The proof already has the numbers. One sentence about what you saw on screen is enough.`
              : undefined
          }
          hint={
            isProposed(draft, 'body') ? (
              <Trans>Suggested from the evidence. Say what you saw on screen.</Trans>
            ) : (
              <Trans>Markdown works: **bold**, `code`, lists.</Trans>
            )
          }
        />
      </div>
      {!idea && <Course draft={draft} onChange={onChange} />}
      <div id="report-files" className="grid gap-2">
        <AttachmentList attachments={attachments} />
        <div className="flex flex-wrap items-center gap-3">
          <AddFiles attachments={attachments} />
          <span className="text-12 text-ink-3">
            <Trans>
              or drop files here, or paste a picture. Location and camera data are removed from pictures.
            </Trans>
          </span>
        </div>
      </div>
      <Options idea={idea} isPrivate={draft.isPrivate} withBrowser={draft.withBrowser} onChange={onChange} />
    </section>
  )
}

interface PlacementProps extends Change, Pick<Draft, 'severity' | 'area' | 'build' | 'walletKind'> {
  kind: ReturnType<typeof kindOf>
  asksWallet: boolean
}

function Placement({
  kind,
  severity: claimed,
  area,
  build,
  walletKind,
  asksWallet,
  onChange,
}: PlacementProps) {
  const { t } = useLingui()
  const { programme, severity } = useIssueMessages()
  return (
    <div
      className={`grid gap-3 max-md:grid-cols-1 ${asksWallet ? 'grid-cols-4 max-xl:grid-cols-2' : 'grid-cols-3'}`}
    >
      <SelectField
        label={<Trans>Area</Trans>}
        value={area}
        onChange={event => onChange({ area: event.target.value })}
      >
        {programme?.areas.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={<Trans>Build</Trans>}
        value={build}
        onChange={event => onChange({ build: event.target.value })}
      >
        {programme?.builds.map(({ id, channel, version }) => (
          <option key={id} value={id}>
            {version === 'unknown' ? t`${channel}, version not known` : `${channel} ${version}`}
          </option>
        ))}
      </SelectField>
      {asksWallet && (
        <SelectField
          label={<Trans>Wallet</Trans>}
          value={walletKind}
          onChange={event => onChange({ walletKind: event.target.value })}
        >
          <option value="">{t`Not sure`}</option>
          {WALLET_KINDS.map(value => (
            <option key={value} value={value}>
              {t(WALLET[value])}
            </option>
          ))}
        </SelectField>
      )}
      {kind === 'bug' && (
        <SelectField
          label={<Trans>How bad for you?</Trans>}
          value={claimed}
          onChange={event => onChange({ severity: event.target.value })}
        >
          <option value="">{t`Not sure`}</option>
          {SEVERITIES.map(value => (
            <option key={value} value={value}>
              {t(CLAIM[value])}
              {severity(value) ? ` (${severity(value)})` : ''}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  )
}

function Course({ draft, onChange }: Change & { draft: Pick<Draft, 'steps' | ReportText> }) {
  return (
    <>
      <div id="report-steps">
        <TextArea
          label={<Trans>Steps, one on each line</Trans>}
          rows={3}
          value={draft.steps}
          onChange={event => onChange({ steps: event.target.value })}
        />
      </div>
      <ReportTextFields texts={draft} onChange={onChange} />
    </>
  )
}

interface OptionsProps extends Change, Pick<Draft, 'isPrivate' | 'withBrowser'> {
  idea: boolean
}

function Options({ idea, isPrivate, withBrowser, onChange }: OptionsProps) {
  const { programme } = useIssueMessages()
  const contact = programme?.securityContact
  return (
    <div className="mt-1 grid justify-items-start gap-2.5">
      {!idea && (
        <Checkbox
          label={<Trans>Funds at risk: keep this report private</Trans>}
          checked={isPrivate}
          onChange={event => onChange({ isPrivate: event.target.checked })}
        />
      )}
      {isPrivate && (
        <Band
          tone="warning"
          icon={<ShieldAlert size={16} strokeWidth={1.75} aria-hidden />}
          title={<Trans>Only you and the administrators will see it.</Trans>}
        >
          {contact && <Trans>If it is urgent, also write to {contact}.</Trans>}
        </Band>
      )}
      <Checkbox
        label={<Trans>Include my browser and screen size</Trans>}
        checked={withBrowser}
        onChange={event => onChange({ withBrowser: event.target.checked })}
      />
    </div>
  )
}
