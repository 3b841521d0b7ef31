import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { FileText, ShieldAlert } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { REPORT_TEXT_LABELS, REPORT_TEXTS } from '#/entities/issue/report-texts'
import type { Attachment, IssueView } from '#/entities/issue/view'
import { PersonName } from '#/entities/person/PersonName'
import { megabytes } from '#/entities/attachment/accept'
import { Written } from '#/features/issues/page/Written'
import { Ago } from '#/ui/Ago'

const PictureViewer = lazy(async () => ({
  default: (await import('#/features/issues/page/PictureViewer')).PictureViewer,
}))

/** What the reporter wrote, and then what the team says about it. */
export function Report({ view }: { view: IssueView }) {
  const { t } = useLingui()
  const { issue, official, merged } = view
  const names = namesIn(view)
  return (
    <>
      <section className="pb-1" aria-label={t`Report`}>
        <p className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-3">
          <PersonName person={issue.reporter} />
          <span>
            {issue.build ? (
              <Trans>
                reported <Ago at={issue.submittedAt} />, on {issue.build.version}
              </Trans>
            ) : (
              <Trans>
                reported <Ago at={issue.submittedAt} />
              </Trans>
            )}
          </span>
        </p>
        {issue.body && <Written text={issue.body} names={names} />}
        {issue.steps.length > 0 && (
          <ol className="mt-2 grid gap-0.5 text-14 text-ink-2">
            {issue.steps.map((step, order) => (
              <li key={order} className="relative pl-6 [overflow-wrap:anywhere]">
                <span className="absolute left-0 text-ink-3" aria-hidden>
                  {order + 1}
                </span>
                {step}
              </li>
            ))}
          </ol>
        )}
        {REPORT_TEXTS.some(text => issue[text]) && (
          <div className="mt-3 grid grid-cols-2 gap-4 max-md:grid-cols-1">
            {REPORT_TEXTS.map(text => (
              <Half key={text} title={t(REPORT_TEXT_LABELS[text])} text={issue[text]} names={names} />
            ))}
          </div>
        )}
        <Files of={issue.attachments} />
        {merged.length > 0 && (
          <p className="mt-3 text-12 text-ink-3">
            <Trans>Merged into this:</Trans>{' '}
            {merged.map(({ number, title }) => (
              <Link
                key={number}
                to="/issues/$number"
                params={{ number: String(number) }}
                title={title}
                className="mr-2 underline underline-offset-2"
              >
                #{number}
              </Link>
            ))}
          </p>
        )}
      </section>
      {official && !official.deleted && (
        <div className="mt-3.5 border-l-2 border-line-strong py-0.5 pl-3 text-14 text-ink-2">
          <strong className="font-semibold text-ink">{t`Official.`}</strong>{' '}
          <Written text={official.body} names={official.mentions ?? names} />{' '}
          <p className="mt-1 text-12 text-ink-3">
            <PersonName plain person={official.author} />, <Ago at={official.createdAt} />
          </p>
        </div>
      )}
    </>
  )
}

/** The people of this issue, whom a report may name. Of other names it is not known whether they exist. */
function namesIn({ issue, official, merged, checks }: IssueView): string[] {
  const people = [
    issue.reporter,
    issue.assignee,
    official?.author,
    ...merged.map(({ reporter }) => reporter),
    ...checks.counted.map(({ user }) => user),
  ]
  return people.flatMap(person => person?.username?.toLowerCase() ?? [])
}

function Half({ title, text, names }: { title: ReactNode; text: string | null; names: string[] }) {
  if (!text) return null
  return (
    <div className="text-14 text-ink-2">
      <h2 className="text-14 font-medium text-ink">{title}</h2>
      <Written text={text} names={names} />
    </div>
  )
}

const isPicture = ({ mime, state }: Attachment) => mime.startsWith('image/') && state === 'clean'

/** Pictures as pictures, which a press enlarges; other files by name. What the server holds back is named and not shown. */
export function Files({ of }: { of: Attachment[] }) {
  const { t } = useLingui()
  const [opened, setOpened] = useState<number | null>(null)
  const pictures = of.filter(isPicture)
  const others = of.filter(file => !isPicture(file))
  if (of.length === 0) return null
  return (
    <>
      <ul aria-label={t`Files`} className="mt-3 flex flex-wrap items-start gap-2">
        {pictures.map((file, order) => (
          <li key={file.id}>
            <button
              type="button"
              aria-label={t`Enlarge ${file.name}`}
              title={file.name}
              onClick={() => setOpened(order)}
              className="block cursor-zoom-in overflow-hidden rounded-2 border border-line bg-sunken hover:border-line-control"
            >
              <img
                src={file.url}
                alt={file.name}
                loading="lazy"
                width={file.width ?? undefined}
                height={file.height ?? undefined}
                className="h-40 w-auto max-w-full object-contain max-md:h-32"
              />
            </button>
          </li>
        ))}
        {others.map(file => (
          <li key={file.id}>
            <Other file={file} />
          </li>
        ))}
      </ul>
      {opened !== null && (
        <Suspense>
          <PictureViewer pictures={pictures} first={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  )
}

function Other({ file }: { file: Attachment }) {
  if (file.state === 'blocked')
    return (
      <span className="inline-flex h-9 items-center gap-2 rounded-2 border border-line px-2.5 text-ink-3">
        <ShieldAlert size={14} strokeWidth={1.9} aria-hidden />
        {file.name} <Trans>withheld</Trans>
      </span>
    )
  return (
    <a
      href={file.url}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-9 items-center gap-2 rounded-2 border border-line bg-panel px-2.5 py-1 text-ink hover:border-line-control hover:text-ink"
    >
      <FileText size={14} strokeWidth={1.9} className="text-ink-3" aria-hidden />
      <span className="[overflow-wrap:anywhere]">{file.name}</span>
      <span className="text-12 text-ink-3">{megabytes(file.size)}</span>
    </a>
  )
}
