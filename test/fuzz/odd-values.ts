import fc from 'fast-check';

/** Texts that parsers, databases and length limits handle badly. */
const oddTexts = [
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  '2147483648',
  '99999999999999999999',
  'null',
  'undefined',
  'true',
  '0001-01-01',
  '2026-02-30',
  '2026-03-01T00:00:00.000+14:00',
  '+275760-09-13',
  '../../etc/passwd',
  "' or 1=1 --",
  '{"a":1}',
  'a\0b',
  '\ud800',
  'e\u0301\u202e\ufeff',
  '😀'.repeat(130),
  'x'.repeat(300),
  'x'.repeat(11_000),
  "costs.provider = 'aws'",
  "(costs.provider = 'aws' AND costs.service",
  'tags.name IN (',
  '('.repeat(500),
  '__proto__',
  'constructor',
  'usr_0000000000000000',
  '%',
  '\\',
  'a,b,"c',
] as const;

export const oddText = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

/** Values of types that a field does not expect. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.constantFrom(null, true, false, 0, -1, 1.5, 1e308, 2 ** 31, 2 ** 53, -0),
  fc.constantFrom([], {}, [[]], [null], [''], [{}], { a: { b: [] } }),
  fc.array(oddText, { maxLength: 3 }),
  fc.integer({ min: 1, max: 100 }).map(nest),
);

function nest(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { a: value };
  return value;
}
