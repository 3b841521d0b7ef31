// What a link of a dapp means for the draft of a report.
import type { Build } from '#/entities/build/schema'
import { pastedKind } from '#/entities/evidence/pasted'
import { REPORT_TEXTS } from '#/entities/issue/report-texts'
import type { DappLink } from '#/features/issues/report/dapp-link'
import { type Draft, emptyDraft } from '#/features/issues/report/draft'
import { hasOwnWords } from '#/features/issues/report/propose'

/** The longest text of the field for errors, in characters. */
const LONGEST_PASTED = 8000

/** Whether all of a draft came with an earlier link: its writer went away without a word. */
function isOnlyLink(draft: Draft): boolean {
  if (draft.link.said === '' || draft.evidence.length > 1 || draft.files.length > 0) return false
  const [tx = '', , , error = ''] = JSON.parse(draft.link.said) as string[]
  const isEmpty = (['steps', ...REPORT_TEXTS] as const).every(part => draft[part].trim() === '')
  return isEmpty && !hasOwnWords(draft) && withoutPart(withoutPart(draft.pasted, tx), error) === ''
}

const identityOf = ({ tx = '', chain = '', build = '', error = '' }: DappLink): string =>
  tx || chain || build || error ? JSON.stringify([tx, chain, build, error]) : ''

/** The draft to go on with: an empty one, if all of it came with an earlier link. */
export function startFor(draft: Draft, link: DappLink): Draft {
  const said = identityOf(link)
  return said !== '' && said !== draft.link.said && isOnlyLink(draft) ? emptyDraft() : draft
}

/** A draft with the parts of a link. A link that the draft has taken up already changes nothing. */
export function withLink(draft: Draft, link: DappLink): Draft {
  const { tx = '', chain = '', build = '', error = '' } = link
  const said = identityOf(link)
  if (said === '' || draft.link.said === said) return draft
  const known = draft.pasted.trim()
  const isLookedUp = tx !== '' || pastedKind(error) !== 'words'
  return {
    ...draft,
    way: 'error',
    pasted: [known, tx, error]
      .filter((part, at) => part !== '' && (at === 0 || !known.includes(part)))
      .join('\n')
      .slice(0, LONGEST_PASTED),
    link: { said, chain, build, toLookUp: isLookedUp ? tx || error : '' },
  }
}

/** The rest of a pasted text after one part of it became evidence. */
export const withoutPart = (pasted: string, part: string): string =>
  pasted.replace(part.trim(), () => '').trim()

/** The build that a dapp means by its version, by channel and version, or by those and a commit. */
export function buildNamed(builds: Build[], said: string): Build | undefined {
  const words = said.toLowerCase().split(/\s+/)
  const hasVersion = ({ version }: Build) =>
    words.some(word => word.replace(/^v(?=\d)/, '') === version.toLowerCase().replace(/^v(?=\d)/, ''))
  const hasChannel = ({ channel }: Build) => words.includes(channel.toLowerCase())
  const named = builds.filter(hasVersion)
  return builds.find(({ id }) => id === said) ?? named.find(hasChannel) ?? named[0]
}

/** The build of a channel whose version is not known, for reports from a build that the programme does not list. */
export function unknownBuild(builds: Build[], said: string): Build | undefined {
  const unknown = builds.filter(({ version }) => version === 'unknown')
  const words = said.toLowerCase().split(/\s+/)
  return unknown.find(({ channel }) => words.includes(channel.toLowerCase())) ?? unknown[0]
}
