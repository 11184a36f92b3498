import { describe, expect, test } from 'vitest';
import { checkFilter, type FilterKind, printFilter } from '../../src/domain/costs/vql/index.js';
import { filterErrorOf } from './filter-error-of.js';
import { hasSpecCases, specCases, missingSpecCases } from './spec-cases.js';

interface TextCase {
  kind: FilterKind;
  vql: string;
  why: string;
  line: number;
  col: number;
  corrected: string;
}

describe.skipIf(!hasSpecCases)('cases of the specification', () => {
  test('are found', () => {
    const counts = ['16.1', '16.2', '16.3'].map((section) => specCases(section).length);
    expect(counts.every((count) => count > 0)).toBe(true);
  });

  test.each(specCases<TextCase>('16.1'))('valid: $kind $vql', ({ kind, vql }) => {
    const filter = checkFilter(kind, vql);
    if (filter) expectStableCanonicalForm(kind, printFilter(filter));
    else expect(vql.trim()).toBe('');
  });

  test.each(specCases<TextCase>('16.2'))('invalid: $kind $vql: $why', (expected) => {
    const { code, line, column } = filterErrorOf(expected.kind, expected.vql);
    expect({ code, line, column }).toEqual({
      code: expected.why,
      line: expected.line,
      column: expected.col,
    });
  });

  test.each(specCases<TextCase>('16.3'))('corrected: $vql', ({ kind, vql, corrected }) => {
    expect(checkFilter(kind, vql)?.text).toBe(corrected);
  });
});

if (!hasSpecCases) test.skip(`skipped: ${missingSpecCases}`, () => {});

function expectStableCanonicalForm(kind: FilterKind, canonical: string): void {
  const again = checkFilter(kind, canonical);
  expect(again && printFilter(again)).toBe(canonical);
}
