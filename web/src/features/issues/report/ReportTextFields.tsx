import { useLingui } from '@lingui/react/macro'
import { REPORT_TEXT_LABELS, REPORT_TEXTS, type ReportTexts } from '#/entities/issue/report-texts'
import { TextArea } from '#/ui/TextArea'

interface Props {
  texts: ReportTexts
  onChange: (change: Partial<ReportTexts>) => void
}

/** The fields for the texts of a report, in the form and in the dialog that edits it. */
export function ReportTextFields({ texts, onChange }: Props) {
  const { t } = useLingui()
  return (
    <div id="report-expected" className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
      {REPORT_TEXTS.map(text => (
        <TextArea
          key={text}
          label={t(REPORT_TEXT_LABELS[text])}
          rows={2}
          value={texts[text]}
          maxLength={2000}
          onChange={event => onChange({ [text]: event.target.value })}
        />
      ))}
    </div>
  )
}
