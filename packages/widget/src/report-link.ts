// The address of the report form, with a failure filled in.
import type { Call } from '@touchstone/recorder'

/** The longest error that the form takes from a link, in characters. */
const LONGEST_ERROR = 2_000

export interface LinkParts {
  /** The address of the app. */
  server: string
  /** The version of the dapp. */
  build?: string | undefined
  problem?: Readonly<Call> | undefined
}

export function reportLink({ server, build, problem }: LinkParts): string {
  const link = new URL(`${server.replace(/\/+$/, '')}/issues/new`)
  const parts = {
    tx: problem?.hash,
    chain: problem?.chain?.toString(),
    build,
    // A transaction is looked up by its hash, which says more than the words of a wallet.
    error: problem?.hash ? undefined : errorText(problem),
  }
  for (const [name, part] of Object.entries(parts)) if (part) link.searchParams.set(name, part)
  return link.href
}

/** The error as JSON with its code and revert data, as long as the form takes them. */
function errorText(problem: Readonly<Call> | undefined): string | undefined {
  const { message, data, code } = problem?.error ?? {}
  if (code === undefined && data === undefined) return message
  const texts = [
    { code, message, data },
    { code, message },
  ].map(error => JSON.stringify(error))
  return texts.find(text => text.length <= LONGEST_ERROR) ?? message
}
