// Looks for the receipt of a transaction through the wallet that sent it, until it is there or the time is over.
import { HASH } from './call-log.ts'
import type { Call, Hex, ProblemKind, Request } from './types.ts'

interface Followed {
  call: Call
  ask: Request
  /** A hash, or the id of a batch. */
  id: string
}

export interface Receipts {
  follow(sent: Followed): void
  stop(): void
}

/** The part of a receipt, or of the status of a batch, that says how it ended. */
interface Receipt {
  status?: unknown
  transactionHash?: unknown
}

export function createReceipts(
  times: readonly number[],
  onProblem: (call: Call, kind: ProblemKind) => void,
): Receipts {
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let isOn = true

  function follow(sent: Followed, turn = 0): void {
    const time = times[turn]
    if (time === undefined) {
      // The wallet may be on another network by now: this is not a claim that the transaction is lost.
      if (turn > 0) sent.call.status = 'not_seen'
      return
    }
    const timer = setTimeout(
      async () => {
        timers.delete(timer)
        const end = await read(sent).catch(() => undefined)
        if (!isOn) return
        if (!end) return follow(sent, turn + 1)
        if (end.hash) sent.call.hash = end.hash
        sent.call.status = end.isGood ? 'success' : 'reverted'
        if (!end.isGood) onProblem(sent.call, 'reverted')
      },
      time - (times[turn - 1] ?? 0),
    )
    timers.add(timer)
  }

  return {
    follow: sent => follow(sent),
    stop() {
      isOn = false
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}

/** How the transaction ended; nothing if that is not known yet. */
async function read({ call, ask, id }: Followed): Promise<{ isGood: boolean; hash?: Hex } | undefined> {
  const isBatch = call.method === 'wallet_sendCalls'
  const method = isBatch ? 'wallet_getCallsStatus' : 'eth_getTransactionReceipt'
  const answer = (await ask({ method, params: [id] })) as (Receipt & { receipts?: Receipt[] }) | null
  const receipt = isBatch ? answer?.receipts?.at(-1) : answer
  const isFailedBatch = isBatch && typeof answer?.status === 'number' && answer.status >= 400
  const status = receipt?.status ?? (isFailedBatch ? 0 : undefined)
  if (status === undefined || status === null) return undefined
  const hash = receipt?.transactionHash
  return {
    isGood: (Number(status) === 1 || status === 'success') && !isFailedBatch,
    ...(typeof hash === 'string' && HASH.test(hash) ? { hash: hash.toLowerCase() as Hex } : {}),
  }
}
