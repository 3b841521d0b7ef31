// Signs the tester in: the connected wallet signs a text of the server, which answers with a token for reports.
import type { Request } from '@touchstone/recorder'
import type { IdentityWallet } from '../report.ts'
import type { Connection } from './connection.ts'
import { Refused } from './door.ts'

/** How long a wallet may take to say its accounts. */
const PATIENCE_MS = 2_000

/** The wallet that the dapp named, otherwise one that is connected; `preferred` is tried first. */
export async function findWallet(
  { identity, wallets }: Connection,
  preferred: string | undefined,
): Promise<IdentityWallet | undefined> {
  const named = identity()
  if (named) return named.wallet
  const rank = ({ rdns, name }: { rdns?: string; name?: string }) => ((rdns ?? name) === preferred ? 0 : 1)
  const sorted = [...wallets()].sort((one, other) => rank(one.info) - rank(other.info))
  const addresses = await Promise.all(sorted.map(({ request }) => accountOf(request)))
  for (const [index, address] of addresses.entries()) {
    const request = sorted[index]?.request
    if (request && address) return { address, sign: message => sign(request, address, message) }
  }
  return undefined
}

/** The account that the page may use. It asks the tester nothing. */
async function accountOf(request: Request): Promise<string | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>(resolve => void (timer = setTimeout(resolve, PATIENCE_MS)))
  const accounts = await Promise.race([request({ method: 'eth_accounts' }).catch(() => undefined), late])
  clearTimeout(timer)
  const [address] = Array.isArray(accounts) ? (accounts as unknown[]) : []
  return typeof address === 'string' ? address : undefined
}

async function sign(request: Request, address: string, message: string): Promise<string> {
  const bytes = new TextEncoder().encode(message)
  const hex = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
  return (await request({ method: 'personal_sign', params: [`0x${hex}`, address] })) as string
}

export async function signIn(
  { door, memory }: Connection,
  wallet: IdentityWallet,
  invitation: string,
): Promise<void> {
  const { address } = wallet
  const chain = wallet.chain === undefined ? {} : { chain: wallet.chain }
  const { message } = await door.post<{ message: string }>('challenge', { address, ...chain })
  let signature: string
  try {
    signature = await wallet.sign(message)
  } catch {
    throw new Refused({ code: 'NOT_SIGNED' })
  }
  const { token, expiresAt, user } = await door.post<{
    token: string
    expiresAt: string
    user: { name: string }
  }>('session', { address, message, signature, ...chain, ...(invitation ? { invitation } : {}) })
  memory.write({ session: { token, expiresAt, name: user.name, address } })
}
