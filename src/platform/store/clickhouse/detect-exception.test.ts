import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { detectException } from './detect-exception.js';

const rows = '1,"a\r\n__exception__\r\nother"\r\n2,b\n';
const failed = `${rows}\r\n__exception__\r\ntag7\r\nCode: 241. DB::Exception: Memory limit\n31 tag7\r\n__exception__\r\n`;

/** Reads a text that arrives in pieces of a size. */
function readInPieces(whole: string, size: number): Promise<string> {
  const pieces = whole.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
  return text(
    Readable.from(pieces.map((piece) => Buffer.from(piece))).pipe(detectException('tag7')),
  );
}

test.each([1, 2, 7, 20, 1000])('in pieces of %d bytes', async (size) => {
  expect(await readInPieces(rows, size)).toBe(rows);
  await expect(readInPieces(failed, size)).rejects.toThrow('ClickHouse could not finish a result');
});
