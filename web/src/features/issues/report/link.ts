// The link that a dapp opens when something failed. Anyone can write such a link: its parts are texts of a known form
// or length, and all others are left out.
import type { Build } from '#/entities/build/schema'
import { pastedKind } from '#/entities/evidence/pasted'
import { REPORT_TEXTS } from '#/entities/issue/report-texts'
import { type Draft, emptyDraft } from '#/features/issues/report/draft'
import { hasOwnWords } from '#/features/issues/report/propose'

export interface DappLink {
  tx?: string | undefined
  /** The number of the chain, in decimal digits. */
  chain?: string | undefined
  build?: string | undefined
  error?: string | undefined
}

/** The longest parts, in characters. */
const LONGEST = { build: 64, error: 2000 }
/** The longest text of the field for errors, in characters. */
const LONGEST_PASTED = 8000

const HASH = /^0x[0-9a-f]{64}$/i
const CHAIN = /^(?:eip155:)?(\d{1,10}|0x[0-9a-f]{1,8})$/i
/** Characters that are not seen, or turn the text after them around. Lines and tabs are kept. */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}]/gu

const textOf = (value: unknown, longest: number): string =>
  typeof value === 'string' ? [...value.replace(UNSEEN, '').trim()].slice(0, longest).join('') : ''

function chainOf(value: unknown): string {
  const [, digits] = CHAIN.exec(textOf(value, 20)) ?? []
  return digits && Number(digits) > 0 ? String(Number(digits)) : ''
}

/** The parts of a link that can be used. */
export function readLink(search: Record<string, unknown>): DappLink {
  const tx = textOf(search['tx'], 67)
  const parts = {
    tx: HASH.test(tx) ? tx.toLowerCase() : '',
    chain: chainOf(search['chain']),
    build: textOf(search['build'], LONGEST.build),
    error: textOf(search['error'], LONGEST.error),
  }
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== ''))
}

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
