import { Decimal } from '../../../platform/lib/decimal.js';
import { DomainFailure } from '../../../platform/lib/errors.js';
import { CsvError, parseCsv } from '../../../platform/lib/csv.js';
import { parseDate } from '../../../platform/lib/time.js';
import { currencies } from '../../account/workspaces/index.js';

/** Units of `currency` per unit of `base`, from `date` on. */
export interface UploadedRate {
  base: string;
  currency: string;
  rate: string;
  date: string;
}

const columns = ['base_currency_code', 'currency_code', 'rate', 'date'] as const;
type Cells = Record<(typeof columns)[number], string>;

const maxRows = 100_000;
const maxErrors = 25;
const decimalPlaces = 18;
/** With more digits, products with amounts could overflow the decimals of the cost store. */
const maxWholeDigits = 12;

/** Parses a CSV file of rates or throws all its errors. The last row for the same currencies and day wins. */
export function parseRates(content: Buffer): UploadedRate[] {
  const rows = dataRows(parseRows(decode(content)));
  if (rows.length === 0) throw new DomainFailure(['The file has no rates']);
  if (rows.length > maxRows) {
    const text = `The file has ${rows.length} rows; at most ${maxRows} are allowed per file`;
    throw new DomainFailure([text]);
  }
  const errors = rows.flatMap((cells, index) =>
    errorsIn(cells).map((error) => `Row ${index + 1}: ${error}`),
  );
  if (errors.length > 0) throw new DomainFailure(truncate(errors));
  const rates = rows.map(toRate);
  return [...new Map(rates.map((rate) => [keyOf(rate), rate])).values()];
}

const keyOf = ({ base, currency, date }: UploadedRate) => `${base} ${currency} ${date}`;

function decode(content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new DomainFailure(['The file is not UTF-8 text']);
  }
}

function parseRows(text: string): string[][] {
  try {
    return parseCsv(text).map((row) => row.map((cell) => cell.trim()));
  } catch (error) {
    if (error instanceof CsvError) throw new DomainFailure([`${error.message}; send a CSV file`]);
    throw error;
  }
}

/** A first row with any column name is a header; without one, the columns are in the order above. */
function dataRows(rows: readonly string[][]): Cells[] {
  const first = (rows[0] ?? []).map((cell) => cell.toLowerCase());
  const hasHeader = columns.some((column) => first.includes(column));
  const names: readonly string[] = hasHeader ? first : columns;
  const missing = columns.filter((column) => !names.includes(column));
  if (missing.length > 0) {
    throw new DomainFailure(missing.map((column) => `Required column missing: ${column}`));
  }
  const cellsOf = (row: readonly string[]) =>
    Object.fromEntries(columns.map((column) => [column, row[names.indexOf(column)] ?? '']));
  return rows.slice(hasHeader ? 1 : 0).map((row) => cellsOf(row) as Cells);
}

function errorsIn(cells: Cells): string[] {
  const base = cells.base_currency_code.toUpperCase();
  const currency = cells.currency_code.toUpperCase();
  const checks: [boolean, string][] = [
    [currencies.includes(base), 'base_currency_code is not supported'],
    [currencies.includes(currency), 'currency_code is not supported'],
    [base !== currency || base === '', 'currency_code must differ from base_currency_code'],
    [isRate(cells.rate), 'rate must be a number above 0'],
    [isDay(cells.date), 'date must be a valid date (YYYY-MM-DD)'],
  ];
  return checks.flatMap(([isValid, error]) => (isValid ? [] : [error]));
}

function isRate(text: string): boolean {
  const match = /^(\d+)(\.\d+)?$/.exec(text);
  return (
    match !== null && match[1]!.replace(/^0+/, '').length <= maxWholeDigits && round(text).gt(0)
  );
}

function round(text: string): Decimal {
  return new Decimal(text).toDecimalPlaces(decimalPlaces);
}

const isDay = (text: string) => text.length === 10 && parseDate(text) === text;

function toRate(cells: Cells): UploadedRate {
  return {
    base: cells.base_currency_code.toUpperCase(),
    currency: cells.currency_code.toUpperCase(),
    rate: round(cells.rate).toFixed(),
    date: cells.date,
  };
}

function truncate(errors: string[]): string[] {
  const more = errors.length - maxErrors;
  return more > 0 ? [...errors.slice(0, maxErrors), `and ${more} more errors`] : errors;
}
