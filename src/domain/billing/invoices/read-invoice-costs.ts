import { selectRows } from '../../../platform/store/clickhouse/cost-store.js';
import { sql } from '../../../platform/store/sql.js';
import type { Services } from '../../../platform/kernel/services.js';
import { sumDecimals } from '../../../platform/lib/decimal.js';
import { groupBy } from '../../../platform/lib/group-by.js';
import type { Db } from '../../../platform/store/tables.js';
import {
  buildRowsStatement,
  planCosts,
  compileFilters,
  type CostQuery,
  type CostScope,
  readScope,
  allChargesSettings,
  parseGroupings,
  type CostRow,
  readCurrencyConversion,
  readValueNames,
} from '../../costs/query/index.js';
import { GenerationFailure } from './generation-failure.js';

/** Whose costs an invoice bills. */
export interface BilledAccount {
  token: string;
  /** Whether costs of its own integrations are billed beside the delegated ones. */
  includesOwn: boolean;
}

/** The exact costs of one provider, service and charge type. */
interface BilledCost {
  provider: string;
  providerName: string;
  service: string;
  chargeType: string;
  amount: string;
}

export interface BilledCosts {
  currency: string;
  costs: BilledCost[];
}

/** What makes a line of an invoice. */
export const lineGroupings = parseGroupings(['provider', 'service', 'charge_type']);

/** The costs that an invoice bills, as a query over the costs of its account. */
interface BilledQuery {
  scope: CostScope;
  query: CostQuery;
}

/**
 * Reads what a managed account has to pay for a month: its costs as its own reports show them, by the
 * month of the bill they are on, so that a late correction is on the invoice of the bill that has it.
 */
export async function readInvoiceCosts(
  services: Pick<Services, 'db' | 'costs'>,
  account: BilledAccount,
  month: string,
): Promise<BilledCosts> {
  const { scope, query } = await billedQuery(services, account, month);
  const { conversion } = query;
  requireAllCosts(scope);
  if (scope.loads.length === 0) return { currency: conversion.to, costs: [] };
  const rows = await selectRows<CostRow>(
    services.costs.client,
    buildRowsStatement(planCosts(query)),
  );
  requireOneCurrency(rows, conversion.to);
  const names = (await readValueNames(services, scope, lineGroupings)).get('provider');
  return { currency: conversion.to, costs: addUp(rows, names ?? new Map()) };
}

/** The query of everything that a managed account is billed for a month. */
export async function billedQuery(
  { db, costs: store }: Pick<Services, 'db' | 'costs'>,
  account: BilledAccount,
  month: string,
): Promise<BilledQuery> {
  const workspaces = await readWorkspaces(db, account.token);
  const scope = await billedScope(db, await readScope(db, workspaces), account);
  const days = daysOf(scope) ?? { start: month, end: month };
  const conversion = await readCurrencyConversion(db, workspaces[0]!, scope, days);
  const { condition } = await compileFilters(store, scope, { combined: [] }, 'billed');
  const query: CostQuery = {
    condition: {
      ...condition,
      sql: sql`${condition.sql} AND billing_period = ${sql.bind('Date', month)}`,
    },
    startDate: days.start,
    endDate: days.end,
    today: days.end,
    dateBin: 'quarter',
    groupings: lineGroupings,
    settings: { ...allChargesSettings, amortize: false },
    conversion,
    order: 'asc',
    limit: 0,
    offset: 0,
  };
  return { scope, query };
}

/** Costs of the account's own integrations are its own to pay, unless they are billed too. */
async function billedScope(
  db: Db,
  scope: CostScope,
  { token, includesOwn }: BilledAccount,
): Promise<CostScope> {
  if (includesOwn) return scope;
  const own = await db
    .selectFrom('integrations')
    .select('token')
    .where('account_token', '=', token)
    .execute();
  const ownTokens = new Set(own.map((integration) => integration.token));
  const loads = scope.loads.filter(({ integrationToken }) => !ownTokens.has(integrationToken));
  return {
    ...scope,
    loads,
    loadIds: loads.map(({ id }) => id),
    integrationTokens: [...new Set(loads.map(({ integrationToken }) => integrationToken))],
  };
}

/** All workspaces of an account, the first one first: its currency is that of the invoice. */
async function readWorkspaces(db: Db, account: string): Promise<string[]> {
  const found = await db
    .selectFrom('workspaces')
    .select('token')
    .where('account_token', '=', account)
    .orderBy('id')
    .execute();
  if (found.length === 0) throw new GenerationFailure('The managed account has been deleted.');
  return found.map(({ token }) => token);
}

/** A bill can have lines of any day, so all days with costs are read. */
function daysOf({ loads }: CostScope): { start: string; end: string } | undefined {
  const start = loads.map(({ first }) => first).toSorted()[0];
  const end = loads
    .map(({ last }) => last)
    .toSorted()
    .at(-1);
  return start !== undefined && end !== undefined ? { start, end } : undefined;
}

/** An invoice over a part of the costs would be wrong, so it is not made. */
function requireAllCosts({ loads }: CostScope): void {
  if (loads.some(({ isOutdated }) => isOutdated)) {
    throw new GenerationFailure(
      'The billing rules of the managed account could not be applied: change them, then regenerate the invoice.',
    );
  }
  if (!loads.some(({ isImporting }) => isImporting)) return;
  throw new GenerationFailure(
    'Costs of the managed account are still being imported: regenerate the invoice when they are complete.',
  );
}

/** Costs that cannot be converted would be missing. */
function requireOneCurrency(rows: readonly CostRow[], currency: string): void {
  const others = new Set(rows.map((row) => row.currency).filter((each) => each !== currency));
  if (others.size === 0) return;
  const list = [...others].toSorted().join(', ');
  throw new GenerationFailure(
    `Costs in ${list} cannot be converted to ${currency}: add exchange rates to the managed account, then regenerate the invoice.`,
  );
}

/** Adds up the rows of each provider, service and charge type, sorted by them. */
function addUp(rows: readonly CostRow[], names: ReadonlyMap<string, string>): BilledCost[] {
  const groups = groupBy(rows, ({ g0, g1, g2 }) => JSON.stringify([g0, g1, g2]));
  return [...groups.values()]
    .map((group) => {
      const [provider, service, chargeType] = [group[0]!.g0, group[0]!.g1, group[0]!.g2].map(
        (value) => String(value ?? ''),
      ) as [string, string, string];
      return {
        provider,
        providerName: names.get(provider) ?? provider,
        service,
        chargeType,
        amount: sumDecimals(group.map(({ amount }) => amount)),
      };
    })
    .toSorted(
      (a, b) =>
        compareText(a.provider, b.provider) ||
        compareText(a.service, b.service) ||
        compareText(a.chargeType, b.chargeType),
    );
}

/** By code, so that the order is the same on every server. */
const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
