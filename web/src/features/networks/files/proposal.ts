// What files say about the contracts and tokens of a network. Nothing is saved before an administrator agrees.
import {
  type AbiItem,
  argumentsIn,
  type Artifact,
  artifactFor,
  artifactName,
  artifactOf,
  mergedAbi,
} from '#/features/networks/files/artifact'
import {
  type Deployment,
  deploymentsOfBroadcast,
  deploymentsOfIgnition,
  type LeftOut,
} from '#/features/networks/files/deployment'
import { isReadable, type PickedFile } from '#/features/networks/files/picked'
import { cleaned, type ListedToken, tokensOfList } from '#/features/networks/files/token-list'
import type { Role } from '#/features/networks/model'

/** Limits of one import. The server has the same for contracts and tokens. */
export const MOST = { bytes: 20 * 1024 * 1024, files: 5000, contracts: 200, tokens: 2000 }

export interface FoundContract {
  address: string
  name: string
  role: Role
  abi: AbiItem[] | null
  firstBlock: number | null
  /** The contract whose ABI a proxy uses. */
  implementation: string | null
  /** Several artifacts have its name, and none of them its code. */
  isAmbiguous: boolean
}

export interface Found {
  contracts: FoundContract[]
  tokens: ListedToken[]
  leftOut: LeftOut[]
}

/** The files together are more than is read at once. */
export class TooMuch extends Error {
  readonly limit: 'bytes' | 'files'
  constructor(limit: 'bytes' | 'files') {
    super(limit)
    this.limit = limit
  }
}

interface Documents extends Found {
  artifacts: Artifact[]
  deployments: Deployment[]
}

/** Reads files for a chain: first what was deployed, then only the artifacts of those contracts. */
export async function readFiles(picked: PickedFile[], chainId: number): Promise<Found> {
  const files = picked.filter(({ path }) => isReadable(path))
  if (files.length > MOST.files) throw new TooMuch('files')
  const documents: Documents = { contracts: [], tokens: [], leftOut: [], artifacts: [], deployments: [] }
  let bytes = 0
  const read = async ({ path, file }: PickedFile) => {
    bytes += file.size
    if (bytes > MOST.bytes) throw new TooMuch('bytes')
    sort(path, await parsed(file), chainId, documents)
  }
  for (const one of files.filter(({ path }) => artifactName(path) === null)) await read(one)
  const names = new Set(documents.deployments.map(({ name }) => name))
  const isWanted = (path: string) => names.has(artifactName(path)) || names.has(null)
  for (const one of files.filter(({ path }) => artifactName(path) !== null && isWanted(path))) await read(one)
  return { contracts: contractsOf(documents), tokens: tokensOf(documents), leftOut: documents.leftOut }
}

async function parsed(file: File): Promise<unknown> {
  try {
    return JSON.parse(await file.text())
  } catch {
    return undefined
  }
}

/** Recognises a document by its parts, not by its name. */
function sort(path: string, json: unknown, chainId: number, documents: Documents) {
  if (json === undefined) {
    documents.leftOut.push({ reason: 'unreadable', what: path })
    return
  }
  const deployed = deploymentsOfBroadcast(path, json) ?? deploymentsOfIgnition(path, json)
  const artifact = deployed ? null : artifactOf(path, json)
  const listed = deployed || artifact ? null : tokensOfList(json, chainId)
  documents.leftOut.push(...(deployed?.leftOut ?? []), ...(listed?.leftOut ?? []))
  for (const one of deployed?.found ?? []) {
    if (one.chainId === chainId) documents.deployments.push(one)
    else documents.leftOut.push({ reason: 'otherChain', what: one.name ?? one.address })
  }
  documents.tokens.push(...(listed?.found ?? []))
  if (artifact) documents.artifacts.push(artifact)
  if (!deployed && !artifact && !listed) documents.leftOut.push({ reason: 'unrecognised', what: path })
}

/** The last of those with one address. */
function byAddress<One extends { address: string }>(all: One[]): One[] {
  return [...new Map(all.map(one => [one.address.toLowerCase(), one])).values()]
}

/** As many as one import takes; the others are left out. */
function atMost<One>(all: One[], most: number, leftOut: LeftOut[], what: (one: One) => string): One[] {
  leftOut.push(...all.slice(most).map(one => ({ reason: 'tooMany' as const, what: what(one) })))
  return all.slice(0, most)
}

const tokensOf = ({ tokens, leftOut }: Documents) =>
  atMost(byAddress(tokens), MOST.tokens, leftOut, ({ symbol }) => symbol)

/** A deployed contract with its artifact. */
interface Known {
  deployment: Deployment
  name: string
  artifact: Artifact | null
  isAmbiguous: boolean
}

function contractsOf({ deployments, artifacts, leftOut }: Documents): FoundContract[] {
  const newestLast = deployments.toSorted((a, b) => a.at - b.at)
  const known = new Map<string, Known>()
  for (const deployment of byAddress(newestLast)) {
    // Ignition writes the artifact of each contract beside its address.
    const beside = artifacts.find(({ path }) => path === deployment.path)
    const found = beside ? { artifact: beside, isAmbiguous: false } : artifactFor(artifacts, deployment)
    const name = deployment.name ?? found.artifact?.name ?? `Contract ${deployment.address.slice(0, 10)}`
    known.set(deployment.address.toLowerCase(), { deployment, name, ...found })
  }
  return atMost([...known.values()], MOST.contracts, leftOut, ({ name }) => name).map(one =>
    proposed(one, known),
  )
}

function proposed(one: Known, known: Map<string, Known>): FoundContract {
  const { deployment, artifact, isAmbiguous } = one
  const target = isProxy(one) ? implementationOf(one, known, 0) : null
  const abi = target?.artifact ? mergedAbi(artifact?.abi ?? [], target.artifact.abi) : (artifact?.abi ?? null)
  const name = cleaned(target ? `${target.name} proxy` : one.name, 60)
  return {
    address: deployment.address,
    name,
    role: roleOf(name),
    abi: abi && abi.length > 0 ? abi : null,
    firstBlock: deployment.firstBlock,
    implementation: target ? cleaned(target.name, 60) : null,
    isAmbiguous,
  }
}

/** Called a proxy, or forwards each call because it has no function. */
function isProxy({ name, artifact }: Known): boolean {
  const hasFallback = artifact?.abi.some(({ type }) => type === 'fallback')
  const hasFunction = artifact?.abi.some(({ type }) => type === 'function')
  return (/proxy/i.test(name) && !/admin|factory/i.test(name)) || (hasFallback === true && !hasFunction)
}

const isBeacon = ({ artifact }: Known) =>
  artifact?.abi.some(
    ({ type, name, inputs }) => type === 'function' && name === 'implementation' && inputs.length === 0,
  )

/** Beacons lead on to the implementation; a longer way is none. */
const MOST_STEPS = 2

/** The deployed contract that the arguments of a proxy name first. */
function implementationOf(proxy: Known, known: Map<string, Known>, step: number): Known | null {
  const { deployment, artifact } = proxy
  const words = argumentsIn(deployment.input, artifact).match(/.{64}/g) ?? []
  const addresses = [...deployment.arguments, ...words.map(word => `0x${word.slice(24)}`)]
  const others = addresses
    .map(address => known.get(address.toLowerCase()))
    .filter(other => other !== undefined)
  const target = others.find(other => other !== proxy) ?? null
  if (!target || !isBeacon(target) || step === MOST_STEPS) return target
  return implementationOf(target, known, step + 1) ?? target
}

/** A first guess, which the administrator sees and can change. */
function roleOf(name: string): Role {
  const guesses: [RegExp, Role][] = [
    [/factory/i, 'factory'],
    [/quoter/i, 'quoter'],
    [/permit2?\b|^permit/i, 'permit'],
    [/pool_?\s?manager/i, 'pool_manager'],
    [/router/i, 'router'],
    [/token|erc20/i, 'token'],
  ]
  return guesses.find(([pattern]) => pattern.test(name))?.[1] ?? 'other'
}
