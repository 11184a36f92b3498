import type { Header } from './header.js';
import type { LineColumn } from './line.js';
import type { Source } from './source.js';
import type { Sql } from './sql/sql.js';

/** Answers to the questions a format asks about its files. */
export type Facts = Readonly<Record<string, boolean>>;

/** What a format may know beside the rows themselves. */
export interface FormatContext {
  integrationToken: string;
  /** The provider the integration is for, where the rows do not say. */
  provider: string;
  /** Day of the import, `YYYY-MM-DD`. */
  today: string;
  /** What holds in some file of the set. */
  facts: Facts;
  /** What holds in the files being mapped. */
  ownFacts: Facts;
  /** Partitions whose last version gives lines to the new one. */
  carriedPartitions: readonly string[];
}

/** A reason to refuse a row; `column` is named as the source names it. */
export interface Fault {
  column: string;
  when: Sql;
  reason: string;
  sample: Sql;
}

/** Something worth telling although the row is kept. */
export interface Warning {
  code: string;
  when: Sql;
  example: Sql;
}

/** How rows of one file become lines. Expressions may use each other's names. */
export interface Mapping {
  /** Columns of the line by name; other names are helpers for these expressions. */
  columns: Record<string, Sql> & Partial<Record<LineColumn, Sql>>;
  /** Array of (key, value) pairs. */
  tagPairs?: Sql;
  faults: Fault[];
  warnings?: Warning[];
  /** Text naming the unit of replacement inside one run; each gets a load of its own. */
  partition: Sql;
  /** Whether the charge is divided over its days in the amortised view, and its code there. */
  spread?: { when: Sql; amortizedChargeType: Sql; commitmentStatus?: Sql };
  /**
   * Lines made beside the charge: array of (kind, charge_type, charge_group, billed, effective,
   * amortized_charge_type, commitment_type, commitment_id).
   */
  extras?: Sql;
  /** What the source bills for the row, when that is more than the charge line shows. */
  sourceBilled?: Sql;
  /** Rows carry an id of the provider's own, so a row equal to another in everything is a repetition. */
  rowId?: true;
  /** Rows that make lines at all. */
  keep?: Sql;
}

/** What an uploaded file must keep to. */
interface StrictRules {
  /** Names of the columns that must be there and are not. */
  missing(header: Header): string[];
  maxRows: number;
}

/** A condition on stored lines, and their effective cost in the new version. */
export interface CarriedLines {
  where: Sql;
  effectiveCost: Sql;
}

/** One kind of billing file: how its header is known and one expression per column of the line. */
export interface Format {
  name: string;
  title: string;
  /** The one provider whose exports look like this, where only one's do. */
  provider?: string;
  recognises(header: Header): boolean;
  /** Questions about the whole file set that the mapping depends on; each an aggregate to a boolean. */
  facts?(source: Source, kind: string): Record<string, Sql>;
  /** Files of different kinds are mapped apart; the name may tell the kind. */
  kindOf?(fileName: string): string;
  /** Set where people, not providers, write the file: one bad row refuses all of it. */
  strict?: StrictRules;
  /** Lines of the version being replaced that stay part of the new one. */
  carry?(facts: Facts): CarriedLines | undefined;
  map(source: Source, context: FormatContext): Mapping;
}

/** The fault of a value that must be there and readable. */
export function required(
  source: Source,
  column: string,
  value: Sql,
  must: string,
  ...aliases: string[]
): Fault[] {
  const text = source.text(column, ...aliases);
  return [
    { column, when: `${text} IS NULL`, reason: 'is missing', sample: "''" },
    { column, when: `${text} IS NOT NULL AND ${value} IS NULL`, reason: must, sample: text },
  ];
}

/** The fault of a value that may be absent but must be readable. */
export function readable(source: Source, column: string, value: Sql, must: string): Fault[] {
  const text = source.text(column);
  return [{ column, when: `${text} IS NOT NULL AND ${value} IS NULL`, reason: must, sample: text }];
}
