// Writes a brotli and a gzip form beside every file of the build that gets smaller by it, so that the server chooses and
// never compresses. The page itself is left out: the server writes settings into it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const DIST = join(import.meta.dirname, '../dist')
const COMPRESSIBLE = new Set(['.css', '.js', '.json', '.svg', '.txt', '.webmanifest'])
/** Below this a form of its own saves less than the header that announces it is worth. */
const LEAST = 512
/** A form must save at least a tenth. */
const WORTHWHILE = 0.9

const files = readdirSync(DIST, { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile() && COMPRESSIBLE.has(extname(entry.name)))
  .map(entry => join(entry.parentPath, entry.name))
  .filter(file => !file.includes('/.'))

const totals = { plain: 0, br: 0, gz: 0 }
for (const file of files) {
  const plain = readFileSync(file)
  if (plain.length < LEAST) continue
  const br = brotliCompressSync(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  })
  const gz = gzipSync(plain, { level: constants.Z_BEST_COMPRESSION })
  if (br.length < plain.length * WORTHWHILE) writeFileSync(`${file}.br`, br)
  if (gz.length < plain.length * WORTHWHILE) writeFileSync(`${file}.gz`, gz)
  totals.plain += plain.length
  totals.br += br.length
  totals.gz += gz.length
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`
console.log(
  `${files.length} files: ${kilobytes(totals.plain)}, gzip ${kilobytes(totals.gz)}, brotli ${kilobytes(totals.br)}`,
)
