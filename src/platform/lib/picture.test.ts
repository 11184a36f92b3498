import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pngHeader, pngOf } from '../../../test/pictures.js';
import { pictureProblem } from './picture.js';
import { encodePng } from './png.js';

const damaged = 'must be a picture that is complete: this one is cut off or damaged';

/** 6 is color with transparency, 0 is gray, 3 has a palette. */
const png = (header: Buffer, pixels: Buffer) => pngOf(header, deflateSync(pixels));

/** Start, an application segment, a frame of 3 × 2 pixels, a scan with an escaped byte and a restart, end. */
const jpeg = Buffer.from(
  'ffd8ffe000040000' +
    'ffc0000b080002000301011100' +
    'ffda000801010000' +
    '3f000102ff0003ffd004' +
    'ffd9',
  'hex',
);

test('whole pictures of every layout have no problem', () => {
  expect(pictureProblem(encodePng(5, 3, new Uint8Array(45)))).toBeUndefined();
  expect(pictureProblem(png(pngHeader(2, 3, 6), Buffer.alloc(3 * 9)))).toBeUndefined();
  // Passes of 1 × 1, 1 × 1 and 2 × 1 pixels; the others have none. Each row begins with its filter.
  expect(pictureProblem(png(pngHeader(2, 2, 0, 1), Buffer.alloc(2 + 2 + 3)))).toBeUndefined();
  expect(pictureProblem(jpeg)).toBeUndefined();
});

test.each([
  [
    'PNG',
    encodePng(
      7,
      5,
      new Uint8Array(105).map((_, index) => index * 37),
    ),
  ],
  ['JPEG', jpeg],
])('a %s picture that is cut off anywhere is refused', (_type, whole) => {
  for (let length = 3; length < whole.length; length += 1) {
    expect(pictureProblem(whole.subarray(0, length))).toBe(damaged);
  }
});

test('rows that are missing, unknown filters and a missing palette are refused', () => {
  expect(pictureProblem(png(pngHeader(2, 3, 6), Buffer.alloc(2 * 9)))).toBe(damaged);
  expect(pictureProblem(png(pngHeader(2, 1, 6), Buffer.alloc(9, 7)))).toBe(damaged);
  expect(pictureProblem(png(pngHeader(1, 1, 3), Buffer.alloc(2)))).toBe(damaged);
});

test('a picture that would take gigabytes is refused before it is unpacked', () => {
  const huge = png(pngHeader(100_000, 100_000, 6), Buffer.alloc(1));
  expect(pictureProblem(huge)).toBe('must have at most 16 million pixels');
});

test('no bytes make the check itself fail', () => {
  const start = fc.constantFrom(
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    [0xff, 0xd8, 0xff],
  );
  fc.assert(
    fc.property(start, fc.uint8Array({ maxLength: 200 }), (first, rest) => {
      pictureProblem(Buffer.from([...first, ...rest]));
    }),
    { seed: 1 },
  );
});
