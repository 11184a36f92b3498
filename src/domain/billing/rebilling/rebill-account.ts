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
import { RebilledLoads } from './rebilled-loads.js';
import { recordRebilling } from './rebilling-state.js';
import type { RuleWarning } from './transform.js';
import { wholeCharges } from './whole-charges.js';

export interface RebillingResult {
  /** Loads that were written, replaced or not. */
  rebilled: number;
  /** Loads that no longer apply. */
  removed: number;
}

type RebillingServices = Pick<Services, 'db' | 'costs' | 'importer' | 'enqueue' | 'log'>;

/** What the steps of a run share. */
interface Run {
  services: RebillingServices;
  plan: RebillingPlan;
  /** What was visible when it began. */
  active: readonly ActiveRebilledLoad[];
  loads: RebilledLoads;
}

/** The partition of rows that rules add; it belongs to no integration. */
const addedPartition = 'billing_rule';

/**
 * Brings the costs that a managed account sees up to date with its rules and with what is delegated to it,
 * all of them at once. Loads that are up to date stay as they are, so running it again changes nothing.
 */
export async function rebillAccount(
  services: RebillingServices,
  managedAccount: string,
  now: Date,
): Promise<RebillingResult> {
  const rules = await readAssignedRules(services.db, managedAccount);
  const plan = await planRebilling(services, managedAccount, rules, formatDate(now));
  const active = await readRebilledLoads(services.db, managedAccount);
  const loads = new RebilledLoads(services, async (trx) => {
    await recordRebilling(trx, managedAccount, rules.some(isTransform));
    if (loads.count > 0) await queueReaders(services, managedAccount, trx);
  });
  const run = { services, plan, active, loads };
  try {
    if (rules.some(isTransform)) await rebillSources(run);
    await storeAddedRows(run);
    const outdated = await readOutdated(run);
    await loads.activate(outdated);
    return { rebilled: loads.count, removed: outdated.length };
  } catch (error) {
    await loads.discard(error);
    throw error;
  }
}

/** Rebills bills first: the costs of clusters follow those of their nodes. */
async function rebillSources(run: Run): Promise<void> {
  const { services, plan, active } = run;
  const bills: { loadId: number; rebilledFrom: number | null }[] = [];
  for (const source of plan.sources.filter((load) => !isClusterLoad(load))) {
    const loadId = await rebillLoad(run, source);
    const current = active.find((load) => isVersionOf(load, source));
    bills.push(loadId === undefined ? current! : { loadId, rebilledFrom: source.loadId });
  }
  const factors = await readNodeFactors(services, plan.managedAccount, plan.sources, bills);
  for (const source of plan.sources.filter(isClusterLoad)) {
    await rebillLoad(run, source, factors.get(source.loadId));
  }
}

/** Stores one load as the rules make it, and returns its id; undefined if its visible version is current. */
async function rebillLoad(
  { services, plan, active, loads }: Run,
  source: SourceLoad,
  nodes?: NodeFactors,
): Promise<number | undefined> {
  const { managedAccount, ruleTokens } = plan;
  const { loadId: from, integrationToken, partition, format } = source;
  const input = nodes ? [from, [...nodes.factors], nodes.hidden] : from;
  const fingerprint = fingerprintOf(plan.rules.filter(isTransform), input);
  const replaces = active.filter((load) => isVersionOf(load, source));
  if (replaces.some((load) => load.fingerprint === fingerprint)) return undefined;
  const lines = wholeCharges(clickhouse`load_id = ${from}`);
  const transforms = plan.transforms.map(({ transform }) => transform);
  const warnings = await readWarnings(services, plan, lines);
  return loads.store({
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
  });
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
async function storeAddedRows({ plan, active, loads }: Run): Promise<void> {
  const { managedAccount, inserted, monthly, ruleTokens } = plan;
  const dates = [...inserted, ...monthly].map(({ date }) => date).toSorted();
  if (dates.length === 0) return;
  const later = plan.rules.filter((rule) => rule.execution_group === ruleGroup.transform);
  const fingerprint = fingerprintOf(later, [ruleTokens, inserted, monthly]);
  const replaces = active.filter((load) => load.rebilledFrom === null);
  if (replaces.some((load) => load.fingerprint === fingerprint)) return;
  const transforms = plan.laterTransforms.map(({ transform }) => transform);
  await loads.store({
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
  });
}

/** Loads whose source, delegation or rules are gone; their rows are dropped with superseded ones. */
async function readOutdated({ services: { db }, plan, active }: Run): Promise<number[]> {
  const { managedAccount, rules, inserted, monthly } = plan;
  const sources = rules.some(isTransform) ? await readSourceLoads(db, managedAccount) : [];
  const hasAddedRows = inserted.length + monthly.length > 0;
  const outdated = active.filter((load) =>
    load.rebilledFrom === null
      ? !hasAddedRows
      : !sources.some((source) => isVersionOf(load, source)),
  );
  return outdated.map(({ loadId }) => loadId);
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
