// More issues than anybody reports in a test: a few real ones, over and over.
import { runAs } from '../people.ts'
import { openProgramme, PERMIT, trusted } from './furnish.ts'
import { sql } from './server.ts'

const KINDS = [
  PERMIT,
  { title: 'Route over two pools loses three percent', severityClaimed: 'S2' },
  { title: 'Gas estimate is missing on the review screen', severityClaimed: 'S3' },
  { title: 'Confirm button is easy to miss', kind: 'friction' },
  { title: 'Show the route before asking for approval', kind: 'idea' },
  { title: 'History lists failed transactions as done', tags: ['history'] },
  { title: 'Quote refreshes while the wallet is open', severityClaimed: 'S3' },
  { title: 'Approval asks for more than the amount shown', severityClaimed: 'S1' },
]

const PART = 1000

const copies = (from: number, to: number) => `
  insert into "Issue" select copy.* from generate_series(${from}, ${to}) n
  join "Issue" i on i."number" = 1 + n % ${KINDS.length},
  jsonb_populate_record(i, jsonb_build_object('objectId', 'copy' || lpad(n::text, 6, '0'), 'number', null,
    'title', i."title" || ', case ' || n, 'voteCount', 1 + n % 97, 'commentCount', n % 23,
    'submittedAt', i."submittedAt" - n * interval '1 minute',
    'lastActivityAt', i."lastActivityAt" - n * interval '1 minute')) copy
  order by n`

/** Fills a programme with so many issues, a minute between each two. Gives back somebody who reads them, and somebody who decides. */
export async function fillWithIssues(server: string, database: string, count: number) {
  const programme = await openProgramme({ server })
  const juno = await trusted('juno', programme)
  for (const [at, said] of KINDS.entries()) {
    const number = await programme.report(juno, { body: 'It happens every time, also elsewhere.', ...said })
    const severity = 'kind' in said ? {} : { severity: `S${1 + (at % 4)}` }
    if (at % 3 !== 2) await runAs(programme.admin, 'issueAccept', { number, ...severity }, server)
  }
  // In parts: the counter of numbers keeps every version of itself until a transaction ends.
  for (let from = 1; from <= count - KINDS.length; from += PART)
    sql(copies(from, Math.min(from + PART - 1, count - KINDS.length)), database)
  sql('analyze "Issue"', database)
  return { reader: juno, admin: programme.admin }
}
