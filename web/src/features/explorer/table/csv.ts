import type { DateRange } from '../../../../../src/platform/lib/date-intervals.js';
import { csvLine } from '../../../lib/csv.js';
import { minus, percentOf } from '../../../lib/decimal.js';
import { type GroupValue, groupingLabel } from '../../costs/groupings.js';
import type { Names } from '../../costs/use-names.js';
import type { ComparedColumns } from './compared-columns.js';
import type { TableRow } from './table-row.js';

export interface CsvColumn {
  header: string;
  cell: (row: TableRow) => string;
}

interface CsvContext {
  /** The ids of the visible columns, in their order. */
  columns: readonly string[];
  groupings: readonly string[];
  names: Names;
  currency: string;
  whole: string | undefined;
  average: ((row: TableRow) => string | undefined) | undefined;
  compared: ComparedColumns | undefined;
  /** The headers of the columns of bins, if these are visible. */
  bins: readonly string[];
}

/** The columns of the file: values and names of the groupings, and the visible figures with every digit. */
export function csvColumns(context: CsvContext): CsvColumn[] {
  const { columns, groupings, bins } = context;
  const figures = figuresOf(context);
  return [
    ...(groupings.length === 0 ? [{ header: 'Series', cell: (row: TableRow) => row.name }] : []),
    ...groupings.flatMap((grouping, index) => valueColumns(grouping, index === 0, context)),
    ...columns.flatMap((id) => figures[id] ?? []),
    ...bins.map((header, index) => ({
      header,
      cell: ({ amounts }: TableRow) => amounts?.[index] ?? '',
    })),
  ];
}

const textOf = (value: GroupValue | undefined): string =>
  value === null || value === undefined ? '' : String(value);

/** Rows of several groups, such as the total, have their name in the first column. */
function valueColumns(grouping: string, isFirst: boolean, { names }: CsvContext): CsvColumn[] {
  const label = groupingLabel(grouping);
  const value: CsvColumn = {
    header: label,
    cell: ({ group, name }) => (group ? textOf(group[grouping]) : isFirst ? name : ''),
  };
  if (grouping === 'resource_id') {
    return [value, { header: `${label} name`, cell: (row) => row.resourceName ?? '' }];
  }
  if (grouping !== 'account_id' && grouping !== 'provider') return [value];
  const nameOf = ({ group }: TableRow) => {
    const id = group?.[grouping];
    return typeof id === 'string' ? names(grouping, id) : '';
  };
  return [value, { header: `${label} name`, cell: nameOf }];
}

function figuresOf({ currency, whole, average, compared }: CsvContext): Record<string, CsvColumn> {
  const inCurrency = (header: string) => (currency ? `${header} (${currency})` : header);
  // Whoever opens the file has no caption that tells the days.
  const ofDays = (header: string, days: DateRange | undefined) =>
    inCurrency(days ? `${header} ${days.start} to ${days.end}` : header);
  return {
    total: { header: inCurrency('Total'), cell: ({ total }) => total },
    share: {
      header: 'Share (%)',
      cell: ({ total }) => (whole === undefined ? '' : percentOf(total, whole)),
    },
    average: { header: inCurrency('Daily average'), cell: (row) => average?.(row) ?? '' },
    compared: {
      header: ofDays('Compared days', compared?.current),
      cell: ({ change }) => change?.current ?? '',
    },
    previous: {
      header: ofDays('Previous period', compared?.previous),
      cell: ({ change }) => change?.previous ?? '',
    },
    change: {
      header: inCurrency('Change'),
      cell: ({ change }) => (change ? minus(change.current, change.previous) : ''),
    },
    percent: { header: 'Change (%)', cell: ({ change }) => change?.percent ?? '' },
  };
}

export const csvHeader = (columns: readonly CsvColumn[]): string =>
  csvLine(columns.map(({ header }) => header));

export const csvRows = (columns: readonly CsvColumn[], rows: readonly TableRow[]): string =>
  rows.map((row) => csvLine(columns.map(({ cell }) => cell(row)))).join('');
