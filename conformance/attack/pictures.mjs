// Small images with exactly the bytes a row needs; nothing ever decodes their pixels.
import { deflateSync, crc32 } from 'node:zlib';

function chunk(kind, data) {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A PNG that says it is this large. */
export function png(width = 1, height = 1) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(2));
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function segment(marker, data) {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length + 2);
  return Buffer.concat([Buffer.from([0xff, marker]), length, data]);
}

/** A JPEG whose EXIF block holds this text. */
export function jpegWithExif(text) {
  const exif = Buffer.concat([Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\0\0\0\0\0', 'latin1'), Buffer.from(text)]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    segment(0xe1, exif),
    segment(0xfe, Buffer.from(text)),
    segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
    segment(0xc0, Buffer.from([8, 0, 1, 0, 1, 1, 1, 0x11, 0])),
    segment(0xc4, Buffer.concat([Buffer.from([0]), Buffer.from([1]), Buffer.alloc(15), Buffer.from([0])])),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x7f, 0xff, 0xd9]),
  ]);
}

/** A JPEG that tells this text everywhere but in the pixels: beside them, between two scans, and behind the end, where phones put films. */
export function tellingJpeg(text) {
  const whole = jpegWithExif(text);
  const [scan, secret] = [whole.lastIndexOf(Buffer.from([0xff, 0xda])), Buffer.from(text)];
  const end = whole.length - 2;
  return Buffer.concat([
    whole.subarray(0, 2),
    segment(0xe0, Buffer.concat([Buffer.from('JFXX\0\x10', 'latin1'), secret])),
    segment(0xe2, Buffer.concat([Buffer.from('MPF\0', 'latin1'), secret])),
    segment(0xed, secret),
    whole.subarray(2, end),
    segment(0xfe, secret),
    whole.subarray(scan, end),
    whole.subarray(end),
    whole,
    Buffer.from('ftypmp42'),
    secret,
  ]);
}

/** A PNG with this text in every kind of block, and behind the end. */
export function tellingPng(text) {
  const whole = png();
  const head = whole.indexOf(Buffer.from('IDAT', 'latin1')) - 4;
  const notes = ['tEXt', 'iTXt', 'zTXt', 'eXIf', 'tIME', 'prVt', 'caBX'].map(kind => chunk(kind, Buffer.from(text)));
  return Buffer.concat([whole.subarray(0, head), ...notes, whole.subarray(head), Buffer.from(text)]);
}

/** A GIF with this text as a comment, as metadata of an application, as text to be drawn, and behind the end. */
export function tellingGif(text) {
  const whole = gif(2);
  const block = start => Buffer.concat([Buffer.from(start, 'latin1'), Buffer.from([text.length]), Buffer.from(text), Buffer.alloc(1)]);
  const repeats = Buffer.from('\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0', 'latin1');
  const notes = [block('\x21\xfe'), block('\x21\xff\x0bXMP DataXMP'), block('\x21\x01\x0c............'), repeats];
  return Buffer.concat([whole.subarray(0, 19), ...notes, whole.subarray(19), Buffer.from(text)]);
}

/** A WebP with this text in chunks of its own, in a frame, and behind the end. */
export function tellingWebp(text) {
  const part = (kind, data) => {
    const head = Buffer.alloc(8);
    head.write(kind, 0, 'latin1');
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
  };
  const secret = Buffer.from(text);
  const pixels = part('VP8L', Buffer.from([0x2f, 0, 0, 0, 0, 0]));
  const frame = Buffer.concat([Buffer.alloc(16), pixels, part('UNKN', secret)]);
  const chunks = [part('VP8X', Buffer.from([0x2e, 0, 0, 0, 0, 0, 0, 0, 0, 0])), part('ANIM', Buffer.alloc(6)), part('ANMF', frame), part('EXIF', secret), part('XMP ', secret), part('NOTE', secret)];
  return Buffer.concat([part('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks])), secret]);
}

/** A GIF of this many frames. */
export function gif(frames) {
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  return Buffer.concat([Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1'), ...Array(frames).fill(frame), Buffer.from([0x3b])]);
}
