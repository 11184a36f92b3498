import { createReadStream } from 'node:fs';
import { CsvError, CsvReader, type CsvRow } from '../../platform/lib/csv.js';
import {
  parseAmount,
  maxLabelLength,
  parseValueDate,
} from '../../domain/business-metrics/parse-value.js';
import { batchSize, type NewValue } from '../../domain/business-metrics/write-values.js';

/** What is wrong with a line of a file. */
export interface Fault {
  line: number;
  text: string;
}

/** A file that cannot be read as one of values at all. */
export class UnreadableFile extends Error {}

type Columns = Record<'date' | 'amount' | 'label', number>;

/** Some lines of a file: the values in them, and what is wrong with the others. */
export interface ReadLines {
  values: NewValue[];
  faults: Fault[];
}

/** Reads a CSV file of values, never more than a batch of it at a time. */
export async function* readValues(path: string): AsyncGenerator<ReadLines> {
  let columns: Columns | undefined;
  let read: ReadLines = { values: [], faults: [] };
  for await (const rows of csvRows(path)) {
    for (const row of rows) {
      if (!columns) {
        columns = columnsOf(row);
        continue;
      }
      const value = valueOf(row, columns);
      if ('text' in value) read.faults.push(value);
      else read.values.push(value);
      if (read.values.length + read.faults.length < batchSize) continue;
      yield read;
      read = { values: [], faults: [] };
    }
  }
  if (!columns) throw new UnreadableFile('The file has no header line; it needs date and amount');
  yield read;
}

async function* csvRows(path: string): AsyncGenerator<CsvRow[]> {
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
  const absent = ['date', 'amount'].filter((name) => !names.includes(name));
  if (absent.length > 0) throw new UnreadableFile(`Required column missing: ${absent.join(', ')}`);
  return {
    date: names.indexOf('date'),
    amount: names.indexOf('amount'),
    label: names.indexOf('label'),
  };
}

function valueOf({ line, cells }: CsvRow, columns: Columns): NewValue | Fault {
  const at = parseValueDate((cells[columns.date] ?? '').trim());
  if (at === undefined) return { line, text: 'date must be a date (YYYY-MM-DD)' };
  const written = (cells[columns.amount] ?? '').trim();
  const amount = written === '' ? null : parseAmount(written);
  if (amount === undefined) return { line, text: 'amount must be a number' };
  const label = cells[columns.label] ?? '';
  if (label.length > maxLabelLength || label.includes('\0')) {
    return { line, text: `label must be a text of ${maxLabelLength} characters at the most` };
  }
  return { position: line, at, label, amount };
}
