import type { DateRange } from '../../../platform/lib/date-intervals.js';
import { sumDecimals } from '../../../platform/lib/decimal.js';
import { type CostStore, selectRows } from '../../../platform/store/clickhouse/cost-store.js';
import { type Sql, sql } from '../../../platform/store/sql.js';
import type { Db } from '../../../platform/store/tables.js';
import { withoutPrefix, type VirtualTagColumn, type VirtualTag } from '../virtual-tags/index.js';
import { buildFromClause } from './build-from-clause.js';
import { buildRowsStatement } from './build-statements.js';
import { compileFilters } from './compile-filters.js';
import type { CostQuery } from './cost-query.js';
import { amountColumn, countedSql, rowConditions } from './cost-row-sql.js';
import { readScope, scopeWithin } from './cost-scope.js';
import { defaultCostSettings } from './cost-settings.js';
import { planCosts } from './plan-costs.js';
import type { CostRow } from './read-costs.js';
import { readCurrencyConversion } from './read-currency-conversion.js';
import { resolveUsedVirtualTags } from './read-used-virtual-tags.js';

/** A change of a virtual tag that is not saved, and the costs to preview it with. */
export interface PreviewRequest {
  account: string;
  workspace: string;
  key: string;
  /** The virtual tags of the account before and after the change. */
  before: readonly VirtualTag[];
  after: readonly VirtualTag[];
  range: DateRange;
  today: string;
}

/** Costs that move from one value to another, or stay; null for no value. */
export interface CostMove {
  from: string | null;
  to: string | null;
  amount: string;
}

/** One of the largest lines with a value. */
export interface SampleLine {
  value: string | null;
  usage_date: string;
  provider: string;
  service: string;
  account_id: string | null;
  resource_id: string | null;
  description: string | null;
  /** The part of the line that the value gets, in the currency of the bill. */
  amount: string;
  currency: string;
}

export interface VirtualTagPreview {
  currency: string;
  moves: CostMove[];
  lines: SampleLine[];
}

interface Stores {
  db: Db;
  costs: CostStore;
}

const linesPerValue = 5;
const maxLines = 500;

/** Evaluates a virtual tag before and after a change over the costs of a workspace. */
export async function previewVirtualTag(
  stores: Stores,
  request: PreviewRequest,
): Promise<VirtualTagPreview> {
  const { condition, conversion, after, before } = await compileBoth(stores, request);
  const query: CostQuery = {
    condition,
    conversion,
    startDate: request.range.start,
    endDate: request.range.end,
    today: request.today,
    dateBin: 'range',
    groupings: [after, before].map(({ key }) => ({ kind: 'tag', key })),
    settings: defaultCostSettings,
    order: 'asc',
    limit: 0,
    offset: 0,
  };
  const run = <Row>(statement: Sql) => selectRows<Row>(stores.costs.client, statement);
  return {
    currency: conversion.to,
    moves: sumMoves(await run<CostRow>(buildRowsStatement(planCosts(query))), conversion.to),
    lines: await run<SampleLine>(buildSamplesStatement(query, after)),
  };
}

/** Both versions of the tag as columns of one query. A tag that does not exist yet shows the provider's tag. */
async function compileBoth({ db, costs }: Stores, request: PreviewRequest) {
  const { account, workspace, key, range, today } = request;
  const scope = scopeWithin(await readScope(db, [workspace]), range);
  const use = { filters: [], groupedBy: [key], readsResources: true, range };
  const compile = async (tags: readonly VirtualTag[], prefix: string) => {
    const virtual = await resolveUsedVirtualTags({ db, costs }, { account, tags, today }, use);
    const compiled = await compileFilters(
      costs,
      scope,
      { combined: [] },
      'amortized',
      virtual,
      prefix,
    );
    return { ...compiled.condition, column: compiled.condition.virtualTags[0]! };
  };
  const after = await compile(request.after, 'after_');
  const before = await compile(withTag(request.before, key), 'before_');
  // Both columns have the same key; groupings need different ones.
  const beforeColumn = { ...before.column, key: `${key} as stored` };
  return {
    after: after.column,
    before: beforeColumn,
    conversion: await readCurrencyConversion(db, workspace, scope, range),
    condition: { ...after, virtualTags: [after.column, beforeColumn] },
  };
}

function withTag(tags: readonly VirtualTag[], key: string): readonly VirtualTag[] {
  if (tags.some((tag) => tag.key === key)) return tags;
  const empty = {
    token: '',
    key,
    overridable: false,
    since: '1970-01-01',
    values: [],
    collapsed: [],
  };
  return [...tags, empty];
}

function sumMoves(rows: readonly CostRow[], currency: string): CostMove[] {
  const moves = new Map<string, CostMove>();
  for (const { g0, g1, amount, ...row } of rows) {
    if (row.currency !== currency) continue;
    const [to, from] = [g0, g1].map((value) => (value === null ? null : String(value)));
    const move = JSON.stringify([from, to]);
    const sum = moves.get(move)?.amount ?? '0';
    moves.set(move, { from: from!, to: to!, amount: sumDecimals([sum, amount]) });
  }
  return [...moves.values()];
}

/** The largest lines of each value. */
function buildSamplesStatement(both: CostQuery, { key, prefixedSql }: VirtualTagColumn): Sql {
  const plan = planCosts({
    ...both,
    groupings: [{ kind: 'tag', key }],
    condition: { ...both.condition, needsLines: true },
  });
  return sql.join(
    [
      sql`SELECT ${withoutPrefix(prefixedSql)} AS value, usage_date, provider, service,`,
      sql`  account_id, resource_id, description,`,
      sql`  ${countedSql(plan, amountColumn(plan))} AS amount, currency`,
      ...buildFromClause(plan),
      sql`WHERE ${sql.join(rowConditions(plan), '\n  AND ')} AND ${amountColumn(plan)} != 0`,
      sql`ORDER BY value NULLS LAST, abs(amount) DESC, source_file, source_row, part`,
      sql`LIMIT ${linesPerValue} BY value LIMIT ${maxLines}`,
    ],
    '\n',
  );
}
