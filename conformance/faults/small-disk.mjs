// A disk of a few megabytes that can be filled and freed; only root can make one.
import { execFile } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { closed, toClose } from './open.mjs';

const run = promisify(execFile);
const FILLER = 'filler';

export class SmallDisk {
  static async open(megabytes) {
    if (process.getuid() !== 0) throw new Error('a small disk needs root: run this fault as root');
    const disk = new SmallDisk();
    disk.path = mkdtempSync(join(tmpdir(), 'touchstone-disk-'));
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', disk.path]);
    toClose(disk);
    return disk;
  }

  /** Takes all room that is left. */
  fill() {
    const file = openSync(join(this.path, FILLER), 'a');
    const bytes = Buffer.alloc(64 * 1024);
    let size = bytes.length;
    while (size > 0) {
      try {
        writeSync(file, bytes, 0, size);
      } catch (error) {
        if (error.code !== 'ENOSPC') throw error;
        size = Math.floor(size / 16);
      }
    }
    closeSync(file);
  }

  free() {
    rmSync(join(this.path, FILLER), { force: true });
  }

  async #mountAgain(how) {
    await run('mount', ['-o', `remount,${how}`, this.path]);
  }

  readOnly() {
    return this.#mountAgain('ro');
  }

  writable() {
    return this.#mountAgain('rw');
  }

  async close() {
    await run('umount', ['-l', this.path]);
    closed(this);
    rmSync(this.path, { recursive: true, force: true });
  }
}
