// What compilers write about a contract: Foundry's `out`, and the artifacts of Hardhat 2 and 3.
import * as v from 'valibot'

/** Functions, errors and events as compilers write them; the server checks each part. */
const abiItem = v.looseObject({
  type: v.string(),
  name: v.optional(v.string()),
  inputs: v.optional(v.array(v.looseObject({ type: v.string() })), []),
})
export type AbiItem = v.InferOutput<typeof abiItem>

export interface Artifact {
  path: string
  name: string
  abi: AbiItem[]
  /** The code that creates it, without `0x`; empty if there is none. */
  bytecode: string
}

const hardhat = v.looseObject({
  _format: v.pipe(v.string(), v.regex(/^hh(-sol|3)-artifact-/)),
  contractName: v.string(),
  abi: v.array(abiItem),
  bytecode: v.optional(v.string(), ''),
})

const foundry = v.looseObject({
  abi: v.array(abiItem),
  bytecode: v.looseObject({ object: v.string() }),
  metadata: v.optional(
    v.looseObject({
      settings: v.optional(
        v.looseObject({ compilationTarget: v.optional(v.record(v.string(), v.string())) }),
      ),
    }),
  ),
})

const nameOf = (path: string) => (path.split('/').at(-1) ?? '').replace(/\.json$/, '')
const bare = (hex: string) => hex.replace(/^0x/, '').toLowerCase()

/** An artifact, if a file is one. */
export function artifactOf(path: string, json: unknown): Artifact | null {
  const asHardhat = v.safeParse(hardhat, json)
  if (asHardhat.success) {
    const { contractName, abi, bytecode } = asHardhat.output
    return { path, name: contractName, abi, bytecode: bare(bytecode) }
  }
  const asFoundry = v.safeParse(foundry, json)
  if (!asFoundry.success) return null
  const { abi, bytecode, metadata } = asFoundry.output
  const [target] = Object.values(metadata?.settings?.compilationTarget ?? {})
  return { path, name: target ?? nameOf(path), abi, bytecode: bare(bytecode.object) }
}

/** Compilers write an artifact for each interface and test too, into a folder called after the source file. */
const OF_COMPILER = /\.(sol|vy)\/([^/]+)\.json$/

/** The name of the contract whose artifact a path leads to. With several compilers a version follows it. */
export const artifactName = (path: string) =>
  OF_COMPILER.exec(path)?.[2]?.replace(/\.\d+\.\d+\.\d+$/, '') ?? null

/** The start of the code that creates a contract. Addresses of libraries are filled in when it is sent. */
const fixedPart = ({ bytecode }: Artifact) => bytecode.split('__')[0] ?? ''

/** The place of the code of an artifact in the sent code; -1 if it is another contract. */
const placeIn = (input: string, artifact: Artifact) =>
  artifact.bytecode === '' ? -1 : input.indexOf(fixedPart(artifact))

/** The artifact of a deployed contract. By its name, and by its code where several have that name. */
export function artifactFor(
  artifacts: Artifact[],
  { name, input }: { name: string | null; input: string },
): { artifact: Artifact | null; isAmbiguous: boolean } {
  const named = artifacts.filter(one => name === null || one.name === name)
  const differ = new Set(named.map(({ abi }) => JSON.stringify(abi))).size > 1
  const fitting = differ || name === null ? named.filter(one => placeIn(input, one) >= 0) : named
  const isAmbiguous = new Set(fitting.map(({ abi }) => JSON.stringify(abi))).size > 1
  return {
    artifact: isAmbiguous ? null : (fitting[0] ?? null),
    isAmbiguous: isAmbiguous || (differ && fitting.length === 0),
  }
}

/** The bytes behind the code, which are the arguments of the constructor. */
export function argumentsIn(input: string, artifact: Artifact | null): string {
  if (!artifact || artifact.bytecode.includes('__')) return ''
  const at = placeIn(input, artifact)
  return at < 0 ? '' : input.slice(at + artifact.bytecode.length)
}

const keyOf = ({ type, name, inputs }: AbiItem) =>
  `${type} ${name ?? ''}(${inputs.map(input => JSON.stringify([input.type, input['components']])).join()})`

/** Two ABIs in one, each part once. The constructor of the second is left out: it ran elsewhere. */
export function mergedAbi(own: AbiItem[], other: AbiItem[]): AbiItem[] {
  const known = new Set(own.map(keyOf))
  return [...own, ...other.filter(item => item.type !== 'constructor' && !known.has(keyOf(item)))]
}
