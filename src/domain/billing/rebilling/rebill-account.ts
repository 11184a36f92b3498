import { sql } from 'kysely';
import type { Services } from '../../../platform/kernel/services.js';
import { formatDate } from '../../../platform/lib/time.js';
import { type Sql, sql as clickhouse } from '../../../platform/store/sql.js';
import type { Db } from '../../../platform/store/tables.js';
import { fillAllocation, hiddenNodes } from '../../optimise/kubernetes/index.js';
import { addedLines } from './added-lines.js';
import { fingerprintOf, isTransform, readAssignedRules, ruleGroup } from './assigned-rules.js';
import { countZeroDivisions } from './count-zero-divisions.js';
import { insertClusterLines } from './cluster-lines.js';
import { insertRebilledLines } from './insert-rebilled-lines.js';
import { isClusterLoad, type NodeFactors, readNodeFactors } from './node-factors.js';
import { planRebilling, type RebillingPlan } from './plan-rebilling.js';
import {
  type ActiveRebilledLoad,
  readRebilledLoads,
  readSourceLoads,
  type SourceLoad,
} from './source-loads.js';
import { storeRebilledLoad } from './store-rebilled-load.js';
import type { RuleWarning } from './transform.js';
import { wholeCharges } from './whole-charges.js';

export interface RebillingResult {
  /** Loads that were written, replaced or not. */
  rebilled: number;
  /** Loads that no longer apply. */
  removed: number;
}

type RebillingServices = Pick<Services, 'db' | 'costs' | 'importer' | 'enqueue' | 'log'>;

/** The partition of rows that rules add; it belongs to no integration. */
const addedPartition = 'billing_rule';

/**
 * Brings the costs that a managed account sees up to date with its rules and with what is delegated to it.
 * Loads that are up to date stay as they are, so running it again changes nothing.
 */
export async function rebillAccount(
  services: RebillingServices,
  managedAccount: string,
  now: Date,
): Promise<RebillingResult> {
  const rules = await readAssignedRules(services.db, managedAccount);
  const plan = await planRebilling(services, managedAccount, rules, formatDate(now));
  const active = await readRebilledLoads(services.db, managedAccount);
  let rebilled = 0;
  if (rules.some(isTransform)) {
    for (const source of plan.sources.filter((load) => !isClusterLoad(load))) {
      if (await rebillLoad(services, plan, source, active)) rebilled += 1;
    }
    rebilled += await rebillClusters(services, plan, active);
  }
  if (await storeAddedRows(services, plan, active)) rebilled += 1;
  const removed = await removeOutdated(services, plan, now);
  return { rebilled, removed };
}

/** Rebills the costs of clusters, which follow those of their nodes. */
async function rebillClusters(
  services: RebillingServices,
  plan: RebillingPlan,
  active: readonly ActiveRebilledLoad[],
): Promise<number> {
  const { managedAccount, sources } = plan;
  const bills = await readRebilledLoads(services.db, managedAccount);
  const factors = await readNodeFactors(services, managedAccount, sources, bills);
  let rebilled = 0;
  for (const source of sources.filter(isClusterLoad)) {
    const nodes = factors.get(source.loadId);
    if (await rebillLoad(services, plan, source, active, nodes)) rebilled += 1;
  }
  return rebilled;
}

/** Rebills one load, unless its rebilled version is current. */
async function rebillLoad(
  services: RebillingServices,
  plan: RebillingPlan,
  source: SourceLoad,
  active: readonly ActiveRebilledLoad[],
  nodes?: NodeFactors,
): Promise<boolean> {
  const { managedAccount, ruleTokens } = plan;
  const { loadId: from, integrationToken, partition, format } = source;
  const input = nodes ? [from, [...nodes.factors], nodes.hidden] : from;
  const fingerprint = fingerprintOf(plan.rules.filter(isTransform), input);
  const replaces = active.filter((load) => isVersionOf(load, source));
  if (replaces.some((load) => load.fingerprint === fingerprint)) return false;
  const lines = wholeCharges(clickhouse`load_id = ${from}`);
  const transforms = plan.transforms.map(({ transform }) => transform);
  const warnings = await readWarnings(services, plan, lines);
  await storeRebilledLoad(services, {
    planned: {
      integrationToken,
      partition,
      partitionPrefix: '',
      format,
      payers: [],
      fingerprint,
      rebilled: { managedAccount, from, ruleTokens },
    },
    replaces: replaces.map(({ loadId }) => loadId),
    statements: (loadId) =>
      nodes
        ? insertClusterLines(from, nodes, transforms, ruleTokens, loadId)
        : [insertRebilledLines(lines, transforms, ruleTokens, loadId)],
    firstDate: source.firstDate ?? '1970-01-01',
    lastDate: source.lastDate ?? '1970-01-01',
    warnings: [...warnings, ...hiddenWarnings(nodes)],
    ...(nodes && { derive: (ofLoads: Sql) => [fillAllocation(ofLoads)] }),
    onActivate: (trx) => queueReaders(services, managedAccount, trx),
  });
  return true;
}

const hiddenWarnings = (nodes: NodeFactors | undefined) =>
  nodes === undefined || nodes.hidden.length === 0
    ? []
    : [{ code: hiddenNodes, count: nodes.hidden.length, example: nodes.hidden[0]! }];

const isVersionOf = (load: ActiveRebilledLoad, source: SourceLoad): boolean =>
  load.rebilledFrom !== null &&
  load.integrationToken === source.integrationToken &&
  load.partition === source.partition;

/** Stores the rows that rules add, unless they are current. */
async function storeAddedRows(
  services: RebillingServices,
  plan: RebillingPlan,
  active: readonly ActiveRebilledLoad[],
): Promise<boolean> {
  const { managedAccount, inserted, monthly, ruleTokens } = plan;
  const dates = [...inserted, ...monthly].map(({ date }) => date).toSorted();
  if (dates.length === 0) return false;
  const later = plan.rules.filter((rule) => rule.execution_group === ruleGroup.transform);
  const fingerprint = fingerprintOf(later, [ruleTokens, inserted, monthly]);
  const replaces = active.filter((load) => load.rebilledFrom === null);
  if (replaces.some((load) => load.fingerprint === fingerprint)) return false;
  const transforms = plan.laterTransforms.map(({ transform }) => transform);
  await storeRebilledLoad(services, {
    planned: {
      integrationToken: managedAccount,
      partition: addedPartition,
      partitionPrefix: '',
      format: 'billing_rule',
      payers: [],
      fingerprint,
      rebilled: { managedAccount, ruleTokens },
    },
    replaces: replaces.map(({ loadId }) => loadId),
    statements: (loadId) => [
      ...(inserted.length === 0
        ? []
        : [insertRebilledLines(addedLines(inserted), transforms, ruleTokens, loadId)]),
      ...(monthly.length === 0
        ? []
        : [insertRebilledLines(addedLines(monthly), [], ruleTokens, loadId)]),
    ],
    firstDate: dates[0]!,
    lastDate: dates.at(-1)!,
    warnings: [],
    onActivate: (trx) => queueReaders(services, managedAccount, trx),
  });
  return true;
}

/** Hides loads whose source, delegation or rules are gone; their rows are dropped with superseded ones. */
async function removeOutdated(
  { db }: RebillingServices,
  { managedAccount, rules, inserted, monthly }: RebillingPlan,
  now: Date,
): Promise<number> {
  const sources = rules.some(isTransform) ? await readSourceLoads(db, managedAccount) : [];
  const hasAddedRows = inserted.length + monthly.length > 0;
  const active = await readRebilledLoads(db, managedAccount);
  const outdated = active.filter((load) =>
    load.rebilledFrom === null
      ? !hasAddedRows
      : !sources.some((source) => isVersionOf(load, source)),
  );
  if (outdated.length === 0) return 0;
  await db
    .updateTable('loads')
    .set({ status: 'superseded', superseded_at: now })
    .where('load_id', '=', sql<number>`any(${outdated.map(({ loadId }) => loadId)}::int[])`)
    .where('status', '=', 'active')
    .execute();
  return outdated.length;
}

/** What is worth knowing about the rules of a load; also logged. */
async function readWarnings({ costs, log }: RebillingServices, plan: RebillingPlan, lines: Sql) {
  const divisions = await countZeroDivisions(costs, lines, plan.transforms);
  const warnings: (RuleWarning & { count: number })[] = [
    ...plan.warnings.map((warning) => ({ ...warning, count: 1 })),
    ...divisions,
  ];
  for (const { code, ruleToken, message, count } of warnings) {
    log.warn({ managedAccount: plan.managedAccount, rule: ruleToken, code, count }, message);
  }
  return warnings.map(({ code, count, ruleToken, message }) => ({
    code,
    count,
    example: `${ruleToken}: ${message}`,
  }));
}

/** Queues what watches the costs of the account, in the transaction that changes them. */
async function queueReaders(
  { enqueue }: Pick<Services, 'enqueue'>,
  account: string,
  trx: Db,
): Promise<void> {
  for (const name of ['evaluate-rules', 'evaluate-cost-alerts', 'detect-anomalies']) {
    await enqueue(name, { account_token: account }, trx);
  }
}
