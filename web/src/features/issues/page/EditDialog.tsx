import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { SEVERITIES } from '#/entities/issue/schema'
import { useIssueMessages } from '#/entities/issue/use-issue-messages'
import type { Attachment, Issue } from '#/entities/issue/view'
import { ReportTextFields } from '#/features/issues/report/ReportTextFields'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useIssueCommand } from '#/features/issues/api'
import { limitsOf, megabytes } from '#/entities/attachment/accept'
import { AddFiles, AttachmentList } from '#/entities/attachment/AttachmentList'
import { useAttachments } from '#/entities/attachment/use-attachments'
import { changesOf, editable, qualityOfEdit, type Words } from '#/features/issues/page/edit'
import { CLAIM } from '#/features/issues/issue-messages'
import { MOD } from '#/lib/key-names'
import { Checkbox } from '#/ui/Choice'
import { FormDialog } from '#/ui/FormDialog'
import { Keys } from '#/ui/Keys'
import { SelectField } from '#/ui/SelectField'
import { TextArea } from '#/ui/TextArea'
import { TextField } from '#/ui/TextField'
import { toast } from '#/ui/toasts'

/** Changes a report: everything that was written, and the files. */
export function EditDialog({ issue, onClose }: { issue: Issue; onClose: () => void }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const { programme } = useIssueMessages()
  const command = useIssueCommand(issue.number)
  const [words, setWords] = useState<Words>(() => editable(issue))
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set())
  const left = issue.attachments.filter(({ id }) => !dropped.has(id))
  const added = useAttachments({
    ...limitsOf(programme?.uploads),
    most: (programme?.uploads.perReport ?? 6) - left.length,
  })
  const files = [...left.map(({ id }) => id), ...added.ids]
  const changes = changesOf(issue, words, files)
  const grades = {
    before: qualityOfEdit(issue.kind, editable(issue), issue.attachments.length),
    after: qualityOfEdit(issue.kind, words, files.length),
  }
  const ready = words.title.trim().length >= 8 && changes !== null && !added.busy

  function save() {
    command.mutate(
      { name: 'issueEdit', params: { version: issue.editedAt, ...changes } },
      {
        onSuccess: () => {
          toast({ tone: 'success', title: t`Report updated.` })
          onClose()
        },
      },
    )
  }

  return (
    <FormDialog
      width="wide"
      title={<Trans>Edit the report</Trans>}
      label={t`Report`}
      submit={<Trans>Save</Trans>}
      keys={<Keys of={[MOD, '↵']} />}
      before={
        <span className="self-center text-12 text-ink-3" role="status">
          {grades.before === grades.after ? (
            <Trans>Estimated quality {grades.after}</Trans>
          ) : (
            <Trans>
              Estimated quality {grades.after}, was {grades.before}
            </Trans>
          )}
        </span>
      }
      busy={command.isPending}
      disabled={!ready}
      problem={sayProblem(command.error)}
      onSubmit={save}
      onClose={onClose}
    >
      <Fields issue={issue} words={words} onChange={change => setWords({ ...words, ...change })} />
      <Kept
        files={issue.attachments}
        dropped={dropped}
        onToggle={id => {
          const next = new Set(dropped)
          if (!next.delete(id)) next.add(id)
          setDropped(next)
        }}
      />
      <AttachmentList attachments={added} />
      <span>
        <AddFiles attachments={added} quiet />
      </span>
    </FormDialog>
  )
}

interface FieldsProps {
  issue: Issue
  words: Words
  onChange: (change: Partial<Words>) => void
}

function Fields({ issue, words, onChange }: FieldsProps) {
  const { t } = useLingui()
  const { programme } = useIssueMessages()
  return (
    <>
      <TextField
        label={<Trans>Title</Trans>}
        value={words.title}
        maxLength={140}
        data-autofocus
        onChange={event => onChange({ title: event.target.value })}
      />
      <TextArea
        label={<Trans>Report</Trans>}
        rows={6}
        value={words.body}
        maxLength={20_000}
        onChange={event => onChange({ body: event.target.value })}
        hint={<Trans>Earlier versions are kept.</Trans>}
      />
      {issue.kind !== 'idea' && (
        <>
          <TextArea
            label={<Trans>Steps, one on each line</Trans>}
            rows={3}
            value={words.steps}
            onChange={event => onChange({ steps: event.target.value })}
          />
          <ReportTextFields texts={words} onChange={onChange} />
        </>
      )}
      <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
        <SelectField
          label={<Trans>Area</Trans>}
          value={words.area}
          onChange={event => onChange({ area: event.target.value })}
        >
          {programme?.areas.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </SelectField>
        {issue.kind === 'bug' && (
          <SelectField
            label={<Trans>How bad for you?</Trans>}
            value={words.severity}
            onChange={event => onChange({ severity: event.target.value })}
          >
            {words.severity === '' && <option value="">{t`Not sure`}</option>}
            {SEVERITIES.map(value => (
              <option key={value} value={value}>
                {t(CLAIM[value])}
              </option>
            ))}
          </SelectField>
        )}
      </div>
    </>
  )
}

interface KeptProps {
  files: Attachment[]
  dropped: ReadonlySet<string>
  onToggle: (id: string) => void
}

/** The files the report has. What is unticked goes when the report is saved. */
function Kept({ files, dropped, onToggle }: KeptProps) {
  const { t } = useLingui()
  if (files.length === 0) return null
  return (
    <ul aria-label={t`Files`} className="grid gap-1">
      {files.map(({ id, name, size }) => (
        <li key={id}>
          <Checkbox
            label={
              <>
                {name} <span className="text-12 text-ink-3">{megabytes(size)}</span>
              </>
            }
            checked={!dropped.has(id)}
            onChange={() => onToggle(id)}
          />
        </li>
      ))}
    </ul>
  )
}
