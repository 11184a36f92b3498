import { describe, expect, test } from 'vitest';
import { checkFilter, type Kind, printFilter } from '../../src/domain/vql/index.js';
import { refusalOf } from './refusal.js';
import { hasSharedCases, sharedCases, whyNoSharedCases } from './shared-cases.js';

interface TextCase {
  kind: Kind;
  vql: string;
  why: string;
  line: number;
  col: number;
  corrected: string;
}

describe.skipIf(!hasSharedCases)('shared language cases', () => {
  test('the cases are found', () => {
    const counts = ['16.1', '16.2', '16.3'].map((section) => sharedCases(section).length);
    expect(counts.every((count) => count > 0)).toBe(true);
  });

  test.each(sharedCases<TextCase>('16.1'))('accepts $kind $vql', ({ kind, vql }) => {
    const filter = checkFilter(kind, vql);
    if (filter) expectStableCanonicalForm(kind, printFilter(filter));
    else expect(vql.trim()).toBe('');
  });

  test.each(sharedCases<TextCase>('16.2'))('refuses $kind $vql: $why', (refused) => {
    const { code, line, column } = refusalOf(refused.kind, refused.vql);
    expect({ code, line, column }).toEqual({
      code: refused.why,
      line: refused.line,
      column: refused.col,
    });
  });

  test.each(sharedCases<TextCase>('16.3'))('corrects $vql', ({ kind, vql, corrected }) => {
    expect(checkFilter(kind, vql)?.text).toBe(corrected);
  });
});

if (!hasSharedCases) test.skip(`skipped: ${whyNoSharedCases}`, () => {});

function expectStableCanonicalForm(kind: Kind, canonical: string): void {
  const again = checkFilter(kind, canonical);
  expect(again && printFilter(again)).toBe(canonical);
}
