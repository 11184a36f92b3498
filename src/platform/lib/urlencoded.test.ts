import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UrlencodedReader } from './urlencoded.js';

function read(text: string, size: number): Record<string, string> {
  const reader = new UrlencodedReader();
  const bytes = Buffer.from(text);
  const fields: Record<string, Buffer[]> = {};
  for (let at = 0; at < bytes.length; at += size) {
    for (const { name, bytes: chunk } of reader.push(bytes.subarray(at, at + size))) {
      (fields[name] ??= []).push(chunk);
    }
  }
  return Object.fromEntries(
    Object.entries(fields).map(([name, chunks]) => [name, Buffer.concat(chunks).toString()]),
  );
}

test('chunks of any size give the fields that were sent', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 12 });
  fc.assert(
    fc.property(text, text, fc.integer({ min: 1, max: 9 }), (csv, forecasted, size) => {
      const form = new URLSearchParams({ csv, forecasted }).toString();
      const fields = read(form, size);
      expect(fields['csv'] ?? '').toBe(csv);
      expect(fields['forecasted'] ?? '').toBe(forecasted);
    }),
  );
});

test('an invalid escape is kept as it is, and a value may contain an equals sign', () => {
  expect(read('a=100%zz&b=x=y&c', 2)).toEqual({ a: '100%zz', b: 'x=y' });
});
