import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type JsonChoice, JsonEntryReader } from './json-entries.js';

type Choose = (path: readonly string[]) => JsonChoice;

/** Reads a text in chunks of a size. */
function read(text: string | Buffer, choose: Choose, chunkBytes = 7) {
  const bytes = Buffer.from(text as string);
  const reader = new JsonEntryReader(choose);
  const entries = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    entries.push(...reader.push(bytes.subarray(at, at + chunkBytes)));
  }
  return [...entries, ...reader.end()];
}

/** Takes the values at a depth. */
const atDepth =
  (depth: number): Choose =>
  (path) =>
    path.length < depth ? 'enter' : 'take';

const sample = '{"v":"1","products":{"A\\"":{"x":[1,{"y":"}"}]},"B":null},"terms":[10, 2.5e3,"é"]}';

test('returns the chosen parts with their paths', () => {
  const entries = read(sample, (path) =>
    path[0] === 'v' || path.length === 2 ? 'take' : path[0] === 'other' ? 'skip' : 'enter',
  );
  expect(entries).toEqual([
    { path: ['v'], value: '1' },
    { path: ['products', 'A"'], value: { x: [1, { y: '}' }] } },
    { path: ['products', 'B'], value: null },
    { path: ['terms', '*'], value: 10 },
    { path: ['terms', '*'], value: 2500 },
    { path: ['terms', '*'], value: 'é' },
  ]);
});

test('passes over what is skipped, however large', () => {
  const skipped = `{"big":"${'x'.repeat(9 * 2 ** 20)}","n":1}`;
  const entries = read(skipped, (path) =>
    path.length === 0 ? 'enter' : path[0] === 'n' ? 'take' : 'skip',
  );
  expect(entries).toEqual([{ path: ['n'], value: 1 }]);
});

test('reads documents that follow each other, and a byte order mark', () => {
  const values = (text: string) => read(text, () => 'take').map(({ value }) => value);
  expect(values('\uFEFF{"a":1}\n{"a":2} [3] 4')).toEqual([{ a: 1 }, { a: 2 }, [3], 4]);
});

test('gives the same as JSON.parse, however the text is cut and whatever is entered', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.integer({ min: 1, max: 30 }),
      fc.boolean(),
      (object, chunkBytes, pretty) => {
        const text = JSON.stringify(object, null, pretty ? 2 : 0);
        const entries = read(text, atDepth(1), chunkBytes);
        const expected = JSON.parse(text) as Record<string, unknown>;
        expect(entries.map(({ path, value }) => [path[0], value])).toEqual(
          // A repeated or special key is a key like any other.
          Object.keys(expected).map((key) => [key, expected[key]]),
        );
      },
    ),
    { seed: 4, numRuns: 200 },
  );
});

test.each([
  ['truncated in a value', '{"a":{"b":1', 'The JSON ends too early at byte 11'],
  ['truncated in a string', '{"a":"b', 'The JSON ends too early at byte 7'],
  ['truncated between entries', '{"a":1,', 'The JSON ends too early at byte 7'],
  ['empty', '', 'There is no JSON at byte 0'],
  ['without a comma', '{"a":1 "b":2}', '"," was expected at byte 7'],
  ['without a colon', '{"a" 1}', '":" was expected at byte 5'],
  ['closed by the wrong bracket', '{"a":1]', '"," was expected at byte 6'],
  ['with a name that is no text', '{1:2}', 'A name was expected at byte 1'],
  ['without a value', '{"a":}', 'A value was expected at byte 5'],
  ['with an invalid value', '{"a":nul}', 'The JSON is not valid at byte 8'],
  ['nested too deeply', '['.repeat(100), 'The JSON is nested too deeply at byte 64'],
])('JSON that is %s fails with its position', (_name, text, message) => {
  expect(() => read(text, (path) => (path.length === 0 ? 'enter' : 'take'), 1000)).toThrow(message);
});

test('nesting is limited inside of entries too, and an entry by its size', () => {
  const nested = `{"a":${'{"b":'.repeat(100)}`;
  expect(() => read(nested, atDepth(1))).toThrow('nested too deeply');
  const large = `{"a":"${'x'.repeat(9 * 2 ** 20)}"}`;
  expect(() => read(large, atDepth(1), 65_536)).toThrow('a part that is too large');
});
