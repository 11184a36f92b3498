import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { Decimal, formatDecimal } from '../../../platform/lib/decimal.js';
import type { Services } from '../../../platform/kernel/services.js';
import { selectCachedRows } from '../../../platform/store/clickhouse/cost-store.js';
import { sql } from '../../../platform/store/sql.js';
import { readScope, scopeWithin, readCurrencyConversion } from '../../costs/query/index.js';
import { checkFilter, compileWhere, kubernetesRows } from '../../costs/vql/index.js';
import { buildEfficiencyStatement, type EfficiencyBin } from './build-efficiency-statement.js';
import { haveHiddenNodes } from './hidden-nodes.js';
import { parseGrouping } from './efficiency-groupings.js';

export interface EfficiencyQuery {
  workspace: string;
  /** Text of a checked filter. */
  filter: string | null;
  range: DateRange;
  bin: EfficiencyBin;
  groupings: readonly string[];
}

/** The figures of one group in one bin. Amounts are decimal text. */
interface EfficiencyFigure {
  /** First day of the bin. */
  date: string;
  /** Values of the groupings; null where a row has none. */
  groups: (string | null)[];
  currency: string;
  idle_cost: string;
  amount: string;
  /** Per cent of the amount that is used; null when the amount is 0. */
  cost_efficiency: string | null;
}

export interface EfficiencyResult {
  figures: EfficiencyFigure[];
  /** Number of figures without the limit. */
  count: number;
  currency: string;
  /** The last figures are older than this. */
  asOf: Date | null;
  /** Some nodes have no cost because the account does not see their bill. */
  hasHiddenNodes: boolean;
}

const efficiencyPlaces = 7;

/** The share of the cost that is used, in per cent: that of sums, never an average of shares. */
export function costEfficiency(amount: string, idleCost: string): string | null {
  const total = new Decimal(amount);
  if (total.isZero()) return null;
  const used = total.minus(idleCost).div(total).times(100);
  return formatDecimal(used.toDecimalPlaces(efficiencyPlaces).toFixed());
}

/** What figures are read from. Those that are shown together share one, or an import between them would show. */
export async function readEfficiencyScope(
  { db }: Pick<Services, 'db'>,
  { workspace, range }: Pick<EfficiencyQuery, 'workspace' | 'range'>,
) {
  const scope = await readScope(db, [workspace]);
  const conversion = await readCurrencyConversion(db, workspace, scope, range);
  return { within: scopeWithin(scope, range), conversion, asOf: scope.asOf };
}

type EfficiencyScope = Awaited<ReturnType<typeof readEfficiencyScope>>;

/** Reads idle cost, cost and efficiency of the clusters of a workspace. */
export async function readEfficiency(
  { db, costs }: Pick<Services, 'db' | 'costs'>,
  { within, conversion, asOf }: EfficiencyScope,
  { filter, range, bin, groupings }: EfficiencyQuery,
  limit?: number,
): Promise<EfficiencyResult> {
  const { where } = compileWhere([checkFilter('kubernetes_efficiency_report', filter)], within, {
    source: kubernetesRows,
  });
  const statement = buildEfficiencyStatement({
    where,
    range,
    bin,
    groupings: groupings.map((name) => parseGrouping(name)!),
    conversion,
  });
  const rows = await selectCachedRows<Record<string, string | null>>(
    costs,
    limit === undefined ? statement : sql`${statement}\nLIMIT ${limit}`,
  );
  return {
    figures: rows.map((row) => toFigure(row, groupings.length)),
    count: Number(rows[0]?.['groups'] ?? 0),
    currency: conversion.to,
    asOf,
    hasHiddenNodes: await haveHiddenNodes(db, within.loadIds),
  };
}

function toFigure(row: Record<string, string | null>, groupings: number): EfficiencyFigure {
  const [amount, idleCost] = [row['amount']!, row['idle_cost']!].map(plainAmount) as [
    string,
    string,
  ];
  return {
    date: row['bin']!,
    groups: Array.from({ length: groupings }, (_, index) => row[`group_${index}`] ?? null),
    currency: row['currency']!,
    idle_cost: idleCost,
    amount,
    cost_efficiency: costEfficiency(amount, idleCost),
  };
}

/** Converted amounts are exact to the 12th place at least, stored ones to the 18th. */
const plainAmount = (text: string) =>
  formatDecimal(new Decimal(text).toDecimalPlaces(18).toFixed());
