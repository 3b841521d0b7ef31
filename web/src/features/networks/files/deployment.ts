// Contracts that were deployed: Foundry's broadcasts, and the addresses of Hardhat Ignition.
import * as v from 'valibot'

export interface Deployment {
  path: string
  chainId: number
  address: string
  /** Nothing if the tool did not recognise the contract. */
  name: string | null
  firstBlock: number | null
  /** What was sent to create it, without `0x`. */
  input: string
  arguments: string[]
  /** When the run took place, in milliseconds. */
  at: number
}

/** Why something in a file is not proposed. */
export type Reason =
  | 'unreadable'
  | 'unrecognised'
  | 'otherChain'
  | 'noChain'
  | 'failed'
  | 'notMined'
  | 'notEvm'
  | 'badToken'
  | 'tooMany'

export interface LeftOut {
  reason: Reason
  what: string
}

export interface Deployments {
  found: Deployment[]
  leftOut: LeftOut[]
}

const text = v.nullish(v.string())

const broadcast = v.looseObject({
  chain: v.optional(v.number()),
  timestamp: v.optional(v.number(), 0),
  transactions: v.array(
    v.looseObject({
      hash: text,
      transactionType: text,
      contractName: text,
      contractAddress: text,
      arguments: v.nullish(v.array(v.string())),
      transaction: v.optional(v.looseObject({ input: text, data: text })),
      additionalContracts: v.nullish(
        v.array(v.looseObject({ contractName: text, address: text, contractAddress: text, initCode: text })),
      ),
    }),
  ),
  receipts: v.array(v.looseObject({ transactionHash: text, status: text, blockNumber: text })),
})
type Broadcast = v.InferOutput<typeof broadcast>
type Transaction = Broadcast['transactions'][number]

const several = v.looseObject({ deployments: v.array(broadcast) })

const bare = (hex: string | null | undefined) => (hex ?? '').replace(/^0x/, '').toLowerCase()
/** A name may stand behind the file that it is in. */
const named = (name: string | null | undefined) => name?.split(':').at(-1) || null
const isAddress = (address: string | null | undefined): address is string =>
  /^0x[0-9a-f]{40}$/i.test(address ?? '')

/** The deployments of a broadcast, if a file is one. Calls repeat addresses; only what they create counts. */
export function deploymentsOfBroadcast(path: string, json: unknown): Deployments | null {
  const runs = v.safeParse(several, json)
  const one = v.safeParse(broadcast, json)
  if (!runs.success && !one.success) return null
  const all = runs.success ? runs.output.deployments : one.success ? [one.output] : []
  const result: Deployments = { found: [], leftOut: [] }
  for (const run of all) readRun(path, run, result)
  return result
}

function readRun(path: string, run: Broadcast, { found, leftOut }: Deployments) {
  const chainId = run.chain ?? Number(path.split('/').at(-2))
  const receipts = new Map(run.receipts.map(receipt => [receipt.transactionHash, receipt]))
  for (const transaction of run.transactions) {
    const created = createdBy(transaction)
    if (created.length === 0) continue
    const receipt = receipts.get(transaction.hash)
    const label = created.map(({ name, address }) => name ?? address).join(', ')
    if (!Number.isSafeInteger(chainId)) leftOut.push({ reason: 'noChain', what: label })
    else if (!receipt) leftOut.push({ reason: 'notMined', what: label })
    else if (Number(receipt.status ?? 1) === 0) leftOut.push({ reason: 'failed', what: label })
    else {
      const firstBlock = receipt.blockNumber ? Number(receipt.blockNumber) : null
      for (const one of created) found.push({ ...one, path, chainId, firstBlock, at: run.timestamp })
    }
  }
}

/** The contracts that a transaction created, itself or by calls inside it. */
function createdBy(transaction: Transaction) {
  const { transactionType, contractName, contractAddress, additionalContracts } = transaction
  const created = []
  if (transactionType?.startsWith('CREATE') && isAddress(contractAddress)) {
    created.push({
      name: named(contractName),
      address: contractAddress,
      input: bare(transaction.transaction?.input ?? transaction.transaction?.data),
      arguments: transaction.arguments ?? [],
    })
  }
  for (const one of additionalContracts ?? []) {
    const address = one.address ?? one.contractAddress
    if (isAddress(address))
      created.push({ name: named(one.contractName), address, input: bare(one.initCode), arguments: [] })
  }
  return created
}

const addresses = v.record(v.string(), v.string())
const IGNITION = /(?:^|\/)chain-(\d+)\/deployed_addresses\.json$/

/** The deployments of Hardhat Ignition, if a file has them. Their chain is in the name of the folder only. */
export function deploymentsOfIgnition(path: string, json: unknown): Deployments | null {
  if (path.split('/').at(-1) !== 'deployed_addresses.json') return null
  const parsed = v.safeParse(addresses, json)
  if (!parsed.success) return null
  const chain = IGNITION.exec(path)?.[1]
  const result: Deployments = { found: [], leftOut: [] }
  for (const [id, address] of Object.entries(parsed.output)) {
    if (chain === undefined) result.leftOut.push({ reason: 'noChain', what: id })
    else if (!isAddress(address)) result.leftOut.push({ reason: 'notEvm', what: id })
    else
      result.found.push({
        path: path.replace(/deployed_addresses\.json$/, `artifacts/${id}.json`),
        chainId: Number(chain),
        address,
        name: id.split('#').at(-1) ?? id,
        firstBlock: null,
        input: '',
        arguments: [],
        at: 0,
      })
  }
  return result
}
