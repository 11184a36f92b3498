import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { costFilters, leakMark, tokenSoup } from '../../../test/vql/arbitrary-filters.js';
import { checkFilter, type Filter } from './check/check-filter.js';
import { QueryParameters } from './compile/clickhouse-dialect.js';
import { compileWhere } from './compile/compile-where.js';
import { FilterError } from './syntax/filter-error.js';
import { type Kind, kinds } from './check/filter-kinds.js';
import { printFilter } from './check/print-filter.js';
import { costLines } from './sources/sources.js';

function read(text: string, kind: Kind = 'cost_report'): Filter {
  const filter = checkFilter(kind, text);
  if (!filter) throw new Error('expected a filter');
  return filter;
}

test('printing is a fixed point: a canonical text is its own canonical text', () => {
  fc.assert(
    fc.property(costFilters, (text) => {
      const canonical = printFilter(read(text));
      expect(printFilter(read(canonical))).toBe(canonical);
    }),
  );
});

test('white space and letter case of keywords and names do not matter', () => {
  fc.assert(
    fc.property(costFilters, (text) => {
      const outsideLiterals = (change: (part: string) => string) =>
        text
          .split(/('(?:[^']|'')*')/)
          .map((part, index) => (index % 2 ? part : change(part)))
          .join('');
      const spaced = outsideLiterals((part) => part.toUpperCase().replaceAll(' ', '\n\u00a0 '));
      expect(printFilter(read(spaced))).toBe(printFilter(read(text)));
    }),
  );
});

test('correcting a valid text does not change its meaning', () => {
  fc.assert(
    fc.property(costFilters, (text) => {
      expect(printFilter(read(text, 'cost_export'))).toBe(printFilter(read(text)));
    }),
  );
});

test('reading any text gives a filter, nothing, or a filter error inside the text', () => {
  const texts = fc.oneof(tokenSoup, fc.string({ unit: 'binary', maxLength: 60 }));
  const anyKind = fc.constantFrom(...(Object.keys(kinds) as Kind[]));
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

test('no value of a filter reaches the SQL, each is bound', () => {
  const scope = { integrationTokens: [`${leakMark}i`], loadIds: [1] };
  const virtual = new Map([[`${leakMark}v`, 'virtual_value']]);
  const lines = costLines('amortized');
  const source = { ...lines, tags: { ...lines.tags, virtual } };
  fc.assert(
    fc.property(costFilters, costFilters, (one, other) => {
      const parameters = new QueryParameters();
      const knownTagValues = new Map([[`${leakMark}v`, [`${leakMark}w`]]]);
      const query = { source, parameters, knownTagValues };
      const { where, weight } = compileWhere([read(one), read(other)], scope, query);
      expect(`${where} ${weight}`).not.toContain(leakMark);
      expect(JSON.stringify(parameters.values)).toContain(leakMark);
    }),
  );
});
