// A picture as a camera writes it: with words in it that nobody else should read.
import { crc32, deflateSync } from 'node:zlib'

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** A PNG that no encoder makes much smaller, so that sending it takes a while. */
export function pictureSaying(secret: string, width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Eight bits each of red, green and blue.
  head.set([8, 2, 0, 0, 0], 8)
  const lines = Buffer.alloc((width * 3 + 1) * height)
  let noise = 1
  for (let at = 0; at < lines.length; at += 1) {
    noise = (Math.imul(noise, 1_103_515_245) + 12_345) >>> 0
    lines[at] = at % (width * 3 + 1) === 0 ? 0 : noise >>> 24
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('tEXt', Buffer.from(`Comment\0${secret}`, 'latin1')),
    chunk('IDAT', deflateSync(lines, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
