import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bindValues, sql } from '../../../platform/store/sql.js';
import { costFilters, leakMark, tokenSoup } from '../../../../test/vql/arbitrary-filters.js';
import { checkFilter, type Filter } from './check/check-filter.js';
import { compileWhere } from './compile/compile-where.js';
import { FilterError } from './syntax/filter-error.js';
import { type FilterKind, filterKinds } from './check/filter-kinds.js';
import { printFilter } from './check/print-filter.js';
import { costLines } from './sources/cost-lines.js';

function parseValid(text: string, kind: FilterKind = 'cost_report'): Filter {
  const filter = checkFilter(kind, text);
  if (!filter) throw new Error('expected a filter');
  return filter;
}

test('printing a canonical text does not change it', () => {
  fc.assert(
    fc.property(costFilters, (text) => {
      const canonical = printFilter(parseValid(text));
      expect(printFilter(parseValid(canonical))).toBe(canonical);
    }),
  );
});

test('whitespace and the letter case of keywords and names do not matter', () => {
  fc.assert(
    fc.property(costFilters, (text) => {
      const outsideLiterals = (change: (part: string) => string) =>
        text
          .split(/('(?:[^']|'')*')/)
          .map((part, index) => (index % 2 ? part : change(part)))
          .join('');
      const spaced = outsideLiterals((part) => part.toUpperCase().replaceAll(' ', '\n\u00a0 '));
      expect(printFilter(parseValid(spaced))).toBe(printFilter(parseValid(text)));
    }),
  );
});

test('correcting a valid filter does not change its meaning', () => {
  fc.assert(
    fc.property(costFilters, (text) => {
      expect(printFilter(parseValid(text, 'cost_export'))).toBe(printFilter(parseValid(text)));
    }),
  );
});

test('any text gives a filter, no filter, or an error at a position inside the text', () => {
  const texts = fc.oneof(tokenSoup, fc.string({ unit: 'binary', maxLength: 60 }));
  const anyKind = fc.constantFrom(...(Object.keys(filterKinds) as FilterKind[]));
  fc.assert(
    fc.property(anyKind, texts, (kind, text) => {
      try {
        checkFilter(kind, text);
      } catch (error) {
        expect(error).toBeInstanceOf(FilterError);
        const { line, column } = error as FilterError;
        const lines = text.split('\n');
        expect(line).toBeLessThanOrEqual(lines.length);
        expect(column).toBeLessThanOrEqual(Array.from(lines[line - 1] ?? '').length + 1);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('no value of a filter is part of the SQL; all are bound', () => {
  const scope = { integrationTokens: [`${leakMark}i`], loadIds: [1] };
  const virtual = new Map([[`${leakMark}v`, sql`virtual_value`]]);
  const lines = costLines('amortized');
  const source = { ...lines, tags: { ...lines.tags, virtual } };
  fc.assert(
    fc.property(costFilters, costFilters, (one, other) => {
      const knownTagValues = new Map([[`${leakMark}v`, [`${leakMark}w`]]]);
      const context = { source, knownTagValues };
      const { where, weight } = compileWhere([parseValid(one), parseValid(other)], scope, context);
      const { query, params } = bindValues(sql`${where} ${weight ?? sql``}`);
      expect(query).not.toContain(leakMark);
      expect(JSON.stringify(params)).toContain(leakMark);
    }),
  );
});
