import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { openSource, openTarget } from './open-target.js';
import { openCipher } from './part-cipher.js';
import { PartWriter, readParts } from './parts.js';

const folder = mkdtempSync(join(tmpdir(), 'farthing-parts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const options = { cwd: folder, env: {}, workFolder: folder };
const mebibyte = 2 ** 20;

const stored = (content: Buffer) => Readable.from([content.subarray(0, 5), content.subarray(5)]);
const read = async (source: Parameters<typeof readParts>[0], names: readonly string[]) =>
  buffer(readParts(source, undefined, names));

test('content is stored in parts, which are written once and read as they were', async () => {
  const target = await openTarget('once', options);
  const content = Buffer.alloc(9 * mebibyte, randomBytes(999));
  const writer = new PartWriter(target, undefined, new Map());
  const names = await writer.write(stored(content));
  expect(names).toHaveLength(2);
  expect((await read(target, names)).equals(content)).toBe(true);
  const again = new PartWriter(target, undefined, await target.list());
  expect(await again.write(Readable.from([content]))).toEqual(names);
  expect(again.bytesWritten).toBe(0);
  const longer = await again.write(Readable.from([content, Buffer.from('more')]));
  expect(longer[0]).toBe(names[0]);
});

test('a part that is missing or was changed is refused', async () => {
  const target = await openTarget('damaged', options);
  const [name] = await new PartWriter(target, undefined, new Map()).write(
    stored(randomBytes(1_000)),
  );
  const path = join(folder, 'damaged', 'parts', name!.slice(0, 2), name!);
  const part = readFileSync(path);
  part[part.length >> 1]! ^= 1;
  writeFileSync(path, part);
  await expect(read(target, [name!])).rejects.toThrow('has another checksum');
  rmSync(path);
  await expect(read(target, [name!])).rejects.toThrow('is missing');
});

test('with a passphrase, equal content has equal parts that only the passphrase opens', async () => {
  const key = { salt: '00'.repeat(16), cost: 1_024 };
  const target = await openTarget('sealed', options);
  const content = Buffer.from('the cost of October');
  const write = async (passphrase: string) => {
    const cipher = await openCipher(passphrase, key);
    const [name] = await new PartWriter(target, cipher, new Map()).write(Readable.from([content]));
    return { cipher, name: name! };
  };
  const [one, same, other] = [await write('one'), await write('one'), await write('other')];
  expect(same.name).toBe(one.name);
  expect(other.name).not.toBe(one.name);
  expect(await buffer(readParts(target, one.cipher, [one.name]))).toEqual(content);
  await expect(buffer(readParts(target, other.cipher, [one.name]))).rejects.toThrow(
    'cannot be read',
  );
});

test('a backup in one file is refused whichever of its bytes is changed', async () => {
  const target = await openTarget('backup.tar', options);
  await target.put('parts/aa/one', Buffer.from('first'));
  await target.put('backups/two', randomBytes(600));
  await target.close(true);
  const path = join(folder, 'backup.tar');
  const whole = readFileSync(path);
  const source = await openSource(path, options);
  expect(await source.list()).toEqual(
    new Map([
      ['parts/aa/one', 5],
      ['backups/two', 600],
    ]),
  );
  expect((await source.get('parts/aa/one'))!.toString()).toBe('first');
  expect(await source.get('parts/aa/none')).toBeUndefined();
  const accepted: number[] = [];
  // Every byte in turn takes seconds; the blocks of the archive have 512.
  const step = 7;
  for (let at = 0; at < whole.length; at += step) {
    const changed = Buffer.from(whole);
    changed[at]! ^= 0x21;
    writeFileSync(path, changed);
    const names = await openSource(path, options).then(
      (each) => each.list(),
      () => undefined,
    );
    // Checksums find changes of names and content; everything between them has to be found here.
    if (names?.has('parts/aa/one') && names.has('backups/two')) accepted.push(at);
  }
  const inContent = (at: number) => (at >= 512 && at < 517) || (at >= 1_536 && at < 2_136);
  expect(accepted.filter((at) => !inContent(at))).toEqual([]);
});

test('a file that was not completed leaves nothing', async () => {
  const target = await openTarget('failed.tar', options);
  await target.put('parts/aa/one', Buffer.from('first'));
  await target.close(false);
  expect(readdirSync(folder).filter((name) => name.startsWith('failed'))).toEqual([]);
});
