import { type Sql, sql } from '../../../platform/store/sql.js';
import type { Amortization } from './amortization.js';
import type { Header } from './header.js';
import type { LineColumn } from './line-defaults.js';
import type { SourceColumns } from './source-columns.js';
import { isMissing } from './sql/expressions.js';

/** Properties of the files that a format's mapping depends on. */
export type Facts = Readonly<Record<string, boolean>>;

/** What the mapping depends on besides the rows themselves. */
export interface FormatContext {
  integrationToken: string;
  /** The provider of the integration, for rows that do not name one. */
  provider: string;
  /** Day of the import, `YYYY-MM-DD`. */
  today: string;
  /** Facts that are true of at least one file of the set. */
  facts: Facts;
  /** Facts that are true of the file group being mapped. */
  groupFacts: Facts;
  /** Partitions that retain lines of the version being replaced. */
  retainedPartitions: readonly string[];
}

/** A reason to reject a row; `column` has the name that the source uses. */
export interface Fault {
  column: string;
  when: Sql;
  reason: string;
  sample: Sql;
}

/** A condition that is reported although the row is stored. */
export interface Warning {
  code: string;
  when: Sql;
  example: Sql;
}

/** A condition of a file's columns that is reported once per file. */
export interface Notice {
  code: string;
  example: string;
}

/** How rows of a file become lines. Expressions may use each other's names. */
export interface Mapping {
  /** Columns of the line by name; other names are helpers for these expressions. */
  columns: Record<string, Sql> & Partial<Record<LineColumn, Sql>>;
  /** Array of (key, value) pairs. */
  tagPairs?: Sql;
  faults: Fault[];
  warnings?: Warning[];
  notices?: Notice[];
  /** What one US dollar is worth in the currency of the row, if the source states it. */
  exchangeRate?: Sql;
  /** Name of the partition that a row belongs to; partitions are replaced separately, each by a load of its own. */
  partition: Sql;
  amortization?: Amortization;
  /**
   * Lines created in addition to the charge: array of (kind, charge_type, charge_group, billed,
   * effective, amortized_charge_type, commitment_type, commitment_id).
   */
  extraLines?: Sql;
  /** The amount that the source bills for the row, if it differs from that of the charge line. */
  sourceBilled?: Sql;
  /** Rows have unique ids from the provider, so identical rows are duplicates. */
  hasRowIds?: true;
  /** Only rows that satisfy this condition become lines. */
  where?: Sql;
}

/** Rules for files that are written by people. */
interface StrictRules {
  /** Required columns that the header lacks. */
  missingColumns(header: Header): string[];
  maxRows: number;
}

/** Selects stored lines, and their effective cost in the new version. */
export interface RetainedLines {
  where: Sql;
  effectiveCost: Sql;
}

/** A billing file format: how to detect it, and one SQL expression per column of the line. */
export interface Format {
  name: string;
  title: string;
  /** The provider whose exports have this format, if it is only one. */
  provider?: string;
  matches(header: Header): boolean;
  /** Facts that the mapping depends on, as boolean aggregates over the rows of a file group. */
  facts?(source: SourceColumns, kind: string): Record<string, Sql>;
  /** The dataset a file belongs to, by its name; different datasets are mapped separately. */
  kindOf?(fileName: string): string;
  /** Columns that may be ignored without a notice; undefined if any may. */
  ignorableColumns?: readonly string[];
  /** Set for files that people write: one bad row rejects the whole file. */
  strict?: StrictRules;
  /** Lines of the version being replaced that remain part of the new one. */
  retain?(facts: Facts): RetainedLines | undefined;
  /** Statements that fill further tables from the lines of loads, which a condition selects. */
  derive?: (ofLoads: Sql) => Sql[];
  map(source: SourceColumns, context: FormatContext): Mapping;
}

/** The faults of a value that must be present and valid. */
export function required(
  source: SourceColumns,
  column: string,
  value: Sql,
  reason: string,
  ...aliases: string[]
): Fault[] {
  const text = source.text(column, ...aliases);
  return [
    { column, when: sql`${text} IS NULL`, reason: 'is missing', sample: sql`''` },
    { column, when: sql`${text} IS NOT NULL AND ${value} IS NULL`, reason, sample: text },
  ];
}

/** The fault of a value that may be missing but must be valid. */
export function validIfPresent(
  source: SourceColumns,
  column: string,
  value: Sql,
  reason: string,
): Fault[] {
  const text = source.text(column);
  if (isMissing(text)) return [];
  return [{ column, when: sql`${text} IS NOT NULL AND ${value} IS NULL`, reason, sample: text }];
}
