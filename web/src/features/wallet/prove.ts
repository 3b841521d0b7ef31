import * as v from 'valibot'
import { call } from '#/backend/call'
import type { WalletProof } from '#/backend/wallet-proof'
import type { Connection } from '#/features/wallet/wallet'
import type { WalletFamily } from '#/lib/settings'

const challenge = v.object({ message: v.string() })

/** Has the server write a text for one address, and the wallet sign it. Throws a `Problem`. */
export async function prove(
  family: WalletFamily,
  connection: Connection,
  address: string,
  purpose: 'login' | 'link',
): Promise<WalletProof> {
  const { chain } = connection
  const asked = { family, address, purpose, ...(chain === undefined ? {} : { chain }) }
  const { message } = await call('walletChallenge', asked, challenge, { asStranger: purpose === 'login' })
  const signature = await connection.sign(message, address)
  return { family, address, message, signature }
}
