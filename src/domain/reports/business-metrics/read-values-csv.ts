import { createReadStream } from 'node:fs';
import { isLongerThan } from '../../../platform/lib/characters.js';
import { CsvError, CsvReader, type CsvRow } from '../../../platform/lib/csv.js';
import { parseAmount, maxLabelLength, parseValueDate } from './parse-value.js';
import { batchSize, type NewValue } from './write-values.js';

/** An invalid line of a file. */
export interface LineError {
  line: number;
  message: string;
}

/** A file that is not a CSV file of values. */
export class UnreadableFile extends Error {}

type Columns = Record<'date' | 'amount' | 'label', number>;

/** Values and errors of consecutive lines of a file. */
export interface ParsedLines {
  values: NewValue[];
  errors: LineError[];
}

/** Reads a CSV file of values, one batch at a time. */
export async function* readValuesCsv(path: string): AsyncGenerator<ParsedLines> {
  let columns: Columns | undefined;
  let batch: ParsedLines = { values: [], errors: [] };
  for await (const rows of readRows(path)) {
    for (const row of rows) {
      if (!columns) {
        columns = columnsOf(row);
        continue;
      }
      const value = parseRow(row, columns);
      if ('message' in value) batch.errors.push(value);
      else batch.values.push(value);
      if (batch.values.length + batch.errors.length < batchSize) continue;
      yield batch;
      batch = { values: [], errors: [] };
    }
  }
  if (!columns)
    throw new UnreadableFile('The file has no header; the columns date and amount are required');
  yield batch;
}

async function* readRows(path: string): AsyncGenerator<CsvRow[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const reader = new CsvReader();
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      yield reader.push(decoder.decode(chunk, { stream: true }));
    }
    yield reader.push(decoder.decode());
    yield reader.end();
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile(`${error.message}; send a CSV file`);
    if (error instanceof TypeError) throw new UnreadableFile('The file is not UTF-8 text');
    throw error;
  }
}

function columnsOf({ cells }: CsvRow): Columns {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const missing = ['date', 'amount'].filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw new UnreadableFile(`Required column missing: ${missing.join(', ')}`);
  return {
    date: names.indexOf('date'),
    amount: names.indexOf('amount'),
    label: names.indexOf('label'),
  };
}

function parseRow({ line, cells }: CsvRow, columns: Columns): NewValue | LineError {
  const at = parseValueDate((cells[columns.date] ?? '').trim());
  if (at === undefined) return { line, message: 'date must be a date (YYYY-MM-DD)' };
  const text = (cells[columns.amount] ?? '').trim();
  const amount = text === '' ? null : parseAmount(text);
  if (amount === undefined) return { line, message: 'amount must be a number' };
  const label = cells[columns.label] ?? '';
  if (isLongerThan(label, maxLabelLength) || label.includes('\0')) {
    return { line, message: `label must be text of at most ${maxLabelLength} characters` };
  }
  return { position: line, at, label, amount };
}
