import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { statements, tokenSoup } from '../../../../../test/billing-sql/arbitrary-statements.js';
import { printStatement } from '../../../../../test/billing-sql/print-statement.js';
import { BillingSqlError, parseBillingSql } from './index.js';

test('a printed statement is parsed to the same tree', () => {
  fc.assert(
    fc.property(statements, (statement) => {
      expect(parseBillingSql(printStatement(statement))).toEqual(statement);
    }),
    { numRuns: 200 },
  );
});

test('comments and line breaks between the words do not matter', () => {
  fc.assert(
    fc.property(statements, (statement) => {
      const spaced = printStatement(statement)
        .split(/('(?:[^']|'')*'|"(?:[^"]|"")*")/)
        .map((part, index) => (index % 2 ? part : part.replaceAll(' ', ' -- why\n')))
        .join('');
      expect(parseBillingSql(spaced)).toEqual(statement);
    }),
  );
});

test('any text is a statement or an error at a position inside the text', () => {
  const texts = fc.oneof(tokenSoup, fc.string({ unit: 'binary', maxLength: 60 }));
  fc.assert(
    fc.property(texts, (text) => {
      try {
        parseBillingSql(text);
      } catch (error) {
        expect(error).toBeInstanceOf(BillingSqlError);
        const { line, column } = error as BillingSqlError;
        const lines = text.split('\n');
        expect(line).toBeLessThanOrEqual(lines.length);
        expect(column).toBeLessThanOrEqual(Array.from(lines[line - 1] ?? '').length + 1);
      }
    }),
    { numRuns: 1_000 },
  );
});
