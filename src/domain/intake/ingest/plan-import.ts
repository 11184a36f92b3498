import type { CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import { selectList, sql } from '../../../platform/store/sql.js';
import type { Facts, Format, FormatContext, Mapping } from './format.js';
import {
  inspectSource,
  type Inspection,
  type PartitionTotal,
  sumByCurrency,
} from './inspect-source.js';
import type { ImportWarning, RejectedTotal } from './load-store.js';
import { SourceColumns } from './source-columns.js';
import { selectFromSource } from './read-source.js';
import { sourceRows, type SourceRows } from './source-rows.js';
import type { SourceGroup } from './source-table.js';

/** A file group with its mapping and the query for its rows. */
export interface MappedGroup {
  group: SourceGroup;
  mapping: Mapping;
  rows: SourceRows;
  /** Names of the columns that the mapping does not read. */
  unread: readonly string[];
}

/** Everything about an import that can be computed before anything is stored. */
export interface ImportPlan {
  groups: MappedGroup[];
  facts: Facts;
  rows: number;
  rejected: number;
  rejectedTotals: RejectedTotal[];
  repeated: number;
  totals: PartitionTotal[];
  warnings: ImportWarning[];
}

/** The source of an import: its format, and its files as tables. */
export interface ImportSource {
  format: Format;
  groups: readonly SourceGroup[];
}

/** Reads the format's facts, maps every file group and computes the totals of the source. */
export async function planImport(
  store: CostStore,
  { format, groups }: ImportSource,
  context: Omit<FormatContext, 'facts' | 'groupFacts'>,
): Promise<ImportPlan> {
  const factsByGroup = new Map<SourceGroup, Facts>();
  for (const group of groups) factsByGroup.set(group, await readFacts(store, format, group));
  const facts = mergeFacts([...factsByGroup.values()]);
  const mapped = groups.map((group): MappedGroup => {
    const source = new SourceColumns(group.layout.header);
    const groupFacts = factsByGroup.get(group) ?? {};
    const mapping = format.map(source, { ...context, facts, groupFacts });
    const unread = source.unread().map(({ name }) => name);
    return { group, mapping, rows: sourceRows(group, source), unread };
  });
  const inspection = await inspectAll(store, mapped);
  const notices = mapped.flatMap((each) => noticesOf(each, format));
  const warnings = [...notices, ...inspection.warnings];
  return { groups: mapped, facts, ...inspection, warnings };
}

/** What is remarkable about the columns of a group, once per file. */
function noticesOf({ group, mapping, unread }: MappedGroup, format: Format): ImportWarning[] {
  const { ignorableColumns } = format;
  const repeated = group.layout.header.repeated.map(({ name }) => name);
  const ignored = ignorableColumns && unread.filter((name) => !ignorableColumns.includes(name));
  const listed = { column_repeated: repeated, columns_ignored: ignored ?? [] };
  return [
    ...(mapping.notices ?? []),
    ...Object.entries(listed).flatMap(([code, names]) =>
      names.length === 0 ? [] : [{ code, example: names.join(', ').slice(0, 80) }],
    ),
  ].map((notice) => ({ ...notice, count: group.files.length }));
}

async function readFacts(store: CostStore, format: Format, group: SourceGroup): Promise<Facts> {
  const source = new SourceColumns(group.layout.header);
  const aggregates = format.facts?.(source, group.kind) ?? {};
  if (Object.keys(aggregates).length === 0) return {};
  const [values = {}] = await selectFromSource<Record<string, unknown>>(
    store,
    group,
    sql`SELECT ${selectList(aggregates)} FROM (\n${sourceRows(group, source).sql}\n)`,
  );
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Boolean(value)]));
}

/** A fact is true of the set if it is true of any group. */
function mergeFacts(all: readonly Facts[]): Facts {
  const names = all.flatMap((facts) => Object.keys(facts).filter((name) => facts[name] === true));
  return Object.fromEntries(names.map((name) => [name, true]));
}

async function inspectAll(
  store: CostStore,
  mapped: readonly MappedGroup[],
): Promise<Omit<ImportPlan, 'groups' | 'facts'>> {
  const inspections: Inspection[] = [];
  for (const { group, mapping, rows } of mapped) {
    const first = await inspectSource(store, group, mapping, rows);
    // The store drops repeated rows, so the totals must leave them out, too.
    inspections.push(
      first.repeated === 0
        ? first
        : {
            ...(await inspectSource(store, group, mapping, rows, true)),
            repeated: first.repeated,
            rows: first.rows,
            rejected: first.rejected,
            rejectedTotals: first.rejectedTotals,
          },
    );
  }
  return {
    rows: inspections.reduce((total, { rows }) => total + rows, 0),
    rejected: inspections.reduce((total, { rejected }) => total + rejected, 0),
    rejectedTotals: sumByCurrency(inspections.flatMap(({ rejectedTotals }) => rejectedTotals)),
    repeated: inspections.reduce((total, { repeated }) => total + repeated, 0),
    totals: inspections.flatMap(({ totals }) => totals),
    warnings: inspections.flatMap(({ warnings }) => warnings),
  };
}
