import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pipeToFile } from './pipe-to-file.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farthing-pipe-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('a stream and its transforms end in a file', async () => {
  const upper = new Transform({
    transform: (chunk, _encoding, done) => done(null, String(chunk).toUpperCase()),
  });
  await pipeToFile(join(folder, 'whole'), [Readable.from(['day,', 'cost']), upper]);
  expect(await readFile(join(folder, 'whole'), 'utf8')).toBe('DAY,COST');
});

test('a file that is being opened when its stream fails is there before this is known', async () => {
  for (let index = 0; index < 50; index += 1) {
    const path = join(folder, `partial-${index}`);
    const broken = new Readable({
      read() {
        this.destroy(new Error('the client disconnected'));
      },
    });
    await expect(pipeToFile(path, [broken])).rejects.toThrow('the client disconnected');
    expect(existsSync(path)).toBe(true);
  }
});
