import { sumDecimals } from '../../platform/lib/decimal.js';
import type { DateRange } from '../../platform/lib/date-intervals.js';
import { selectRows, type CostStore } from '../../platform/store/clickhouse/cost-store.js';
import type { Db } from '../../platform/store/tables.js';
import { unmarked, type VirtualTagColumn } from '../virtual-tags/column.js';
import type { VirtualTagConfig } from '../virtual-tags/config.js';
import { compileFilters } from './compile-filters.js';
import { type CostQuery, defaultSettings } from './cost-query.js';
import { buildFromClause } from './build-from-clause.js';
import { buildRowsStatement, statement } from './build-statements.js';
import { readCurrencyConversion } from './read-currency-conversion.js';
import type { CostRow } from './read-costs.js';
import { amountColumn, conditions, countedPart } from './build-aggregation.js';
import { readScope, scopeWithin } from './cost-scope.js';
import { resolveUsedVirtualTags } from './read-used-virtual-tags.js';

/** A virtual tag that is not stored, and what it is held against. */
export interface PreviewRequest {
  account: string;
  workspace: string;
  key: string;
  /** The virtual tags of the account as they are, and as they would be. */
  before: readonly VirtualTagConfig[];
  after: readonly VirtualTagConfig[];
  range: DateRange;
  today: string;
}

/** A cost that moves from one value to another, or stays; null for no value. */
export interface Move {
  from: string | null;
  to: string | null;
  amount: string;
}

/** A line behind a value. */
export interface SampleLine {
  value: string | null;
  usage_date: string;
  provider: string;
  service: string;
  account_id: string | null;
  resource_id: string | null;
  description: string | null;
  /** The part of it that the value gets, in the currency of the bill. */
  amount: string;
  currency: string;
}

export interface VirtualTagPreview {
  currency: string;
  moves: Move[];
  lines: SampleLine[];
}

interface Stores {
  db: Db;
  costs: CostStore;
}

const linesPerValue = 5;
const mostLines = 500;

/** Works a virtual tag out beside the one that is stored, over the costs of a workspace. */
export async function previewVirtualTag(stores: Stores, asked: PreviewRequest): Promise<VirtualTagPreview> {
  const { condition, conversion, ...rest } = await bothColumns(stores, asked);
  const query: CostQuery = {
    condition,
    conversion,
    startDate: asked.range.start,
    endDate: asked.range.end,
    today: asked.today,
    dateBin: 'range',
    groupings: [rest.wanted, rest.stored].map(({ key }) => ({ kind: 'tag', key })),
    settings: defaultSettings,
    order: 'asc',
    limit: 0,
    offset: 0,
  };
  const ask = <Row>({ sql, params }: ReturnType<typeof buildRowsStatement>) =>
    selectRows<Row>(stores.costs.client, sql, params);
  return {
    currency: conversion.to,
    moves: addedUp(await ask<CostRow>(buildRowsStatement(query)), conversion.to),
    lines: await ask<SampleLine>(planSamples(query, rest.wanted)),
  };
}

/** Both versions of the tag as columns of one question. Where none is stored, providers' own tags stand in. */
async function bothColumns({ db, costs }: Stores, asked: PreviewRequest) {
  const { account, workspace, key, range, today } = asked;
  const scope = scopeWithin(await readScope(db, [workspace]), range);
  const use = { filters: [], groupedBy: [key], range };
  const compile = async (configs: readonly VirtualTagConfig[], name: string) => {
    const virtual = await resolveUsedVirtualTags({ db, costs }, { account, configs, today }, use);
    const compiled = await compileFilters(
      costs,
      scope,
      { combined: [] },
      'amortized',
      virtual,
      name,
    );
    return { ...compiled.condition, column: compiled.condition.virtualTags[0]! };
  };
  const after = await compile(asked.after, 'after_');
  const before = await compile(withTag(asked.before, key), 'before_');
  // Two columns of one key need names of their own.
  const stored = { ...before.column, key: `${key} as stored` };
  return {
    wanted: after.column,
    stored,
    conversion: await readCurrencyConversion(db, workspace, scope, range),
    condition: {
      ...after,
      params: { ...before.params, ...after.params },
      virtualTags: [after.column, stored],
    },
  };
}

function withTag(configs: readonly VirtualTagConfig[], key: string): readonly VirtualTagConfig[] {
  if (configs.some((config) => config.key === key)) return configs;
  const empty = {
    token: '',
    key,
    overridable: false,
    since: '1970-01-01',
    values: [],
    collapsed: [],
  };
  return [...configs, empty];
}

function addedUp(rows: readonly CostRow[], currency: string): Move[] {
  const moves = new Map<string, Move>();
  for (const { g0, g1, amount, ...row } of rows) {
    if (row.currency !== currency) continue;
    const [to, from] = [g0, g1].map((value) => (value === null ? null : String(value)));
    const name = JSON.stringify([from, to]);
    const known = moves.get(name)?.amount ?? '0';
    moves.set(name, { from: from!, to: to!, amount: sumDecimals([known, amount]) });
  }
  return [...moves.values()];
}

/** The largest lines behind each value. */
function planSamples(asked: CostQuery, { key, marked }: VirtualTagColumn) {
  const query: CostQuery = {
    ...asked,
    groupings: [{ kind: 'tag', key }],
    condition: { ...asked.condition, needsLines: true },
  };
  return statement(
    query,
    [],
    [
      `SELECT ${unmarked(marked)} AS value, usage_date, provider, service, account_id, resource_id, description,`,
      `  ${countedPart(query, amountColumn(query))} AS amount, currency`,
      ...buildFromClause(query),
      `WHERE ${conditions(query).join('\n  AND ')} AND ${amountColumn(query)} != 0`,
      'ORDER BY value NULLS LAST, abs(amount) DESC, source_file, source_row, part',
      `LIMIT ${linesPerValue} BY value LIMIT ${mostLines}`,
    ],
  );
}
