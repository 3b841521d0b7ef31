import { Plural, Trans } from '@lingui/react/macro'
import { IssueLink } from '#/entities/issue/IssueLink'
import type { Member, TextPair } from '#/entities/fairness/case-schema'
import { namesOf } from '#/features/review/fairness/Signals'
import { type Piece, sameWords } from '#/features/review/fairness/same-words'
import { clockOf, dayOf } from '#/lib/time'
import { Panel } from '#/ui/Panel'

/** So many pairs are shown; more would not decide it. */
const MOST = 3

/** Reports that read alike, side by side. */
export function SimilarReports({ texts, members }: { texts: TextPair[]; members: Member[] }) {
  if (texts.length === 0) return null
  return (
    <Panel
      title={<Trans>Reports side by side</Trans>}
      note={texts.length > MOST && <Plural value={texts.length} one="# pair" other="# pairs" />}
      actions={
        <span className="text-12 text-ink-3">
          <Trans>same words marked</Trans>
        </span>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {texts.slice(0, MOST).map(({ a, b }) => {
          const [left, right] = sameWords(a.text, b.text)
          return (
            <div key={`${a.number} ${b.number}`} className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
              <Side of={a} pieces={left} members={members} />
              <Side of={b} pieces={right} members={members} />
            </div>
          )
        })}
      </div>
    </Panel>
  )
}

function Side({ of, pieces, members }: { of: TextPair['a']; pieces: Piece[]; members: Member[] }) {
  return (
    <div className="min-w-0">
      <p className="mb-1.5 text-12 text-ink-3">
        <IssueLink number={of.number}>#{of.number}</IssueLink>{' '}
        <Trans>
          by {namesOf([of.user], members)}, {dayOf(of.at)} {clockOf(of.at)}
        </Trans>
      </p>
      <p className="max-h-60 overflow-y-auto rounded-2 bg-sunken px-3.5 py-2.5 break-words whitespace-pre-wrap">
        {pieces.map((piece, order) =>
          piece.same ? (
            <mark key={order} className="rounded-[2px] bg-warning-wash text-ink">
              {piece.text}
            </mark>
          ) : (
            <span key={order} className="text-ink-3">
              {piece.text}
            </span>
          ),
        )}
      </p>
    </div>
  )
}
