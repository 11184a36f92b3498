import { Decimal } from '../../platform/lib/decimal.js';
import { DomainFailure } from '../../platform/lib/errors.js';
import { CsvError, parseCsv } from '../../platform/lib/csv.js';
import { parseDate } from '../../platform/lib/time.js';
import { currencies } from '../../domain/workspaces/currencies.js';

/** Units of `currency` for one unit of `base`, from a day on. */
export interface UploadedRate {
  base: string;
  currency: string;
  rate: string;
  date: string;
}

const columns = ['base_currency_code', 'currency_code', 'rate', 'date'] as const;
type Cells = Record<(typeof columns)[number], string>;

const mostRows = 100_000;
const mostErrors = 25;
const ratePlaces = 18;
/** Beyond this, products with amounts could leave the range of the cost store. */
const mostWholeDigits = 12;

/** Reads a file of rates whole, or throws all that is wrong with it. The last row for a pair and day counts. */
export function readRates(content: Buffer): UploadedRate[] {
  const rows = dataRows(parsed(decoded(content)));
  if (rows.length === 0) throw new DomainFailure(['The file has no rates']);
  if (rows.length > mostRows) {
    const text = `The file has ${rows.length} rows; at most ${mostRows} are allowed, so send it in parts`;
    throw new DomainFailure([text]);
  }
  const errors = rows.flatMap((cells, index) =>
    faultsOf(cells).map((fault) => `Row ${index + 1}: ${fault}`),
  );
  if (errors.length > 0) throw new DomainFailure(shortened(errors));
  const rates = rows.map(toRate);
  return [...new Map(rates.map((rate) => [keyOf(rate), rate])).values()];
}

const keyOf = ({ base, currency, date }: UploadedRate) => `${base} ${currency} ${date}`;

function decoded(content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new DomainFailure(['The file is not UTF-8 text']);
  }
}

function parsed(text: string): string[][] {
  try {
    return parseCsv(text).map((row) => row.map((cell) => cell.trim()));
  } catch (error) {
    if (error instanceof CsvError) throw new DomainFailure([`${error.message}; send a CSV file`]);
    throw error;
  }
}

/** A first row that names any column is the header; otherwise the columns stand in their usual order. */
function dataRows(rows: readonly string[][]): Cells[] {
  const first = (rows[0] ?? []).map((cell) => cell.toLowerCase());
  const hasHeader = columns.some((column) => first.includes(column));
  const names: readonly string[] = hasHeader ? first : columns;
  const absent = columns.filter((column) => !names.includes(column));
  if (absent.length > 0) {
    throw new DomainFailure(absent.map((column) => `Required column missing: ${column}`));
  }
  const cellsOf = (row: readonly string[]) =>
    Object.fromEntries(columns.map((column) => [column, row[names.indexOf(column)] ?? '']));
  return rows.slice(hasHeader ? 1 : 0).map((row) => cellsOf(row) as Cells);
}

function faultsOf(cells: Cells): string[] {
  const base = cells.base_currency_code.toUpperCase();
  const currency = cells.currency_code.toUpperCase();
  const checks: [boolean, string][] = [
    [currencies.includes(base), 'base_currency_code is not supported'],
    [currencies.includes(currency), 'currency_code is not supported'],
    [base !== currency || base === '', 'currency_code must differ from base_currency_code'],
    [isRate(cells.rate), 'rate must be a number above 0'],
    [isDay(cells.date), 'date must be a valid date (YYYY-MM-DD)'],
  ];
  return checks.flatMap(([isFine, fault]) => (isFine ? [] : [fault]));
}

function isRate(text: string): boolean {
  const match = /^(\d+)(\.\d+)?$/.exec(text);
  return (
    match !== null && match[1]!.replace(/^0+/, '').length <= mostWholeDigits && rounded(text).gt(0)
  );
}

function rounded(text: string): Decimal {
  return new Decimal(text).toDecimalPlaces(ratePlaces);
}

const isDay = (text: string) => text.length === 10 && parseDate(text) === text;

function toRate(cells: Cells): UploadedRate {
  return {
    base: cells.base_currency_code.toUpperCase(),
    currency: cells.currency_code.toUpperCase(),
    rate: rounded(cells.rate).toFixed(),
    date: cells.date,
  };
}

function shortened(errors: string[]): string[] {
  const more = errors.length - mostErrors;
  return more > 0 ? [...errors.slice(0, mostErrors), `and ${more} more errors`] : errors;
}
