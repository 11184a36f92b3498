import { selectRows, type CostStore } from '../../platform/store/clickhouse/cost-store.js';
import { selectList } from '../../platform/store/clickhouse/sql-text.js';
import type { Facts, Format, FormatContext, Mapping } from './format.js';
import { inspect, type Inspection, type PartitionTotal } from './inspect.js';
import type { ImportWarning } from './load-book.js';
import type { Recognised } from './recognise.js';
import { readingSettings, sourceRows, type FileGroup, type SourceRows } from './rows-sql.js';
import { Source } from './source.js';

/** A group of files with everything needed to read and map its rows. */
export interface MappedGroup {
  group: FileGroup;
  mapping: Mapping;
  rows: SourceRows;
}

/** An import as far as it can be known without storing anything. */
export interface ImportPlan {
  groups: MappedGroup[];
  facts: Facts;
  rows: number;
  rejected: number;
  repeated: number;
  totals: PartitionTotal[];
  warnings: ImportWarning[];
}

/** Answers the format's questions, maps every group and adds up what the source says. */
export async function planImport(
  store: CostStore,
  { format, groups }: Recognised,
  context: Omit<FormatContext, 'facts' | 'ownFacts'>,
): Promise<ImportPlan> {
  const known = new Map<FileGroup, Facts>();
  for (const group of groups) known.set(group, await factsOf(store, format, group));
  const facts = anyOf([...known.values()]);
  const mapped = groups.map((group): MappedGroup => {
    const source = new Source(group.header.header);
    const mapping = format.map(source, { ...context, facts, ownFacts: known.get(group) ?? {} });
    return { group, mapping, rows: sourceRows(group, source) };
  });
  return { groups: mapped, facts, ...(await inspectAll(store, mapped)) };
}

async function factsOf(store: CostStore, format: Format, group: FileGroup): Promise<Facts> {
  const source = new Source(group.header.header);
  const questions = format.facts?.(source, group.kind) ?? {};
  if (Object.keys(questions).length === 0) return {};
  const [answers = {}] = await selectRows<Record<string, unknown>>(
    store.bulk,
    `SELECT ${selectList(questions)} FROM (\n${sourceRows(group, source).sql}\n)`,
    undefined,
    readingSettings(group),
  );
  return Object.fromEntries(Object.entries(answers).map(([name, value]) => [name, Boolean(value)]));
}

function anyOf(all: readonly Facts[]): Facts {
  const names = all.flatMap((facts) => Object.keys(facts).filter((name) => facts[name] === true));
  return Object.fromEntries(names.map((name) => [name, true]));
}

async function inspectAll(
  store: CostStore,
  mapped: readonly MappedGroup[],
): Promise<Omit<ImportPlan, 'groups' | 'facts'>> {
  const inspections: Inspection[] = [];
  for (const { group, mapping, rows } of mapped) {
    const first = await inspect(store, group, mapping, rows);
    // Sums must leave repeated rows out, as the store will.
    inspections.push(
      first.repeated === 0
        ? first
        : {
            ...(await inspect(store, group, mapping, rows, true)),
            repeated: first.repeated,
            rows: first.rows,
          },
    );
  }
  return {
    rows: inspections.reduce((total, { rows }) => total + rows, 0),
    rejected: inspections.reduce((total, { rejected }) => total + rejected, 0),
    repeated: inspections.reduce((total, { repeated }) => total + repeated, 0),
    totals: inspections.flatMap(({ totals }) => totals),
    warnings: inspections.flatMap(({ warnings }) => warnings),
  };
}
