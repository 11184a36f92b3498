import type { Context } from '../../../platform/kernel/context.js';
import { addDays, daysIn } from '../../../platform/lib/days.js';
import { formatDate } from '../../../platform/lib/time.js';
import {
  completeThroughSince,
  type CostScope,
  readScope,
  scopeWithin,
  readFactors,
} from '../../costs/query/index.js';
import { isVisibleResource, readVisibleNames } from '../../costs/visibility/index.js';
import { endFindings } from './end-findings.js';
import { evaluateAccount } from './evaluate-account.js';
import type { AccountLines } from './facts-reader/account-lines.js';
import { accountFacts } from './facts-reader/read-account-facts.js';
import { type AccountResources, readResources } from './facts-reader/read-resources.js';
import { measureSavings } from './measure-savings.js';
import { openCatalogue, type PriceCatalogue } from './price-catalogue.js';
import type { Rule } from './rule.js';
import { type EvaluationRun, storeFindings } from './store-findings.js';
import {
  type ProviderAccount,
  readIntegrations,
  readProviderAccounts,
} from './workspace-accounts.js';

export interface Evaluation {
  accounts: number;
  findings: number;
  ended: number;
  failures: unknown[];
}

/** Runs rules over the accounts of a workspace. One that fails keeps its findings and does not block others. */
export async function evaluateWorkspace(
  ctx: Context,
  workspace: string,
  rules: readonly Rule[],
): Promise<Evaluation> {
  const { db, now } = ctx;
  const today = formatDate(now);
  const integrations = await readIntegrations(db, workspace);
  const scope = await readScope(db, [workspace]);
  const { costs } = ctx.services;
  const isVisible = isVisibleResource(await readVisibleNames({ db, costs }, workspace));
  const accounts = await readProviderAccounts(db, costs, scope, { integrations, today, isVisible });
  const run: EvaluationRun = {
    db,
    accountToken: ctx.actor.accountToken,
    workspace,
    integrations,
    now,
  };
  const evaluation: Evaluation = { accounts: accounts.length, findings: 0, ended: 0, failures: [] };
  const failedAccounts: string[] = [];
  const catalogue = openCatalogue(ctx.services);
  for (const account of accounts) {
    try {
      const lines = await linesOf(ctx, scope, account);
      evaluation.findings += await evaluateOne(
        { ...run, catalogue, isVisible },
        rules,
        account,
        lines,
      );
    } catch (error) {
      evaluation.failures.push(error);
      failedAccounts.push(`${account.provider} ${account.accountId ?? ''}`);
    }
  }
  const lastDay = lastCompleteDay(scope, now);
  const types = rules.map(({ type }) => type);
  evaluation.ended = await endFindings(run, { types, failedAccounts, lastDay });
  await measureSavings(ctx, scope, workspace, lastDay);
  return evaluation;
}

async function evaluateOne(
  {
    catalogue,
    isVisible,
    ...run
  }: EvaluationRun & { catalogue: PriceCatalogue; isVisible: AccountResources['isVisible'] },
  rules: readonly Rule[],
  account: ProviderAccount,
  lines: AccountLines,
): Promise<number> {
  const { provider, accountId, integrations } = account;
  const resources = { db: run.db, provider, accountId, integrations, isVisible };
  const facts = accountFacts(lines, resources, { now: run.now, catalogue });
  let count = 0;
  await evaluateAccount(rules, facts, readResources(resources, lines), async (rule, findings) => {
    count += findings.length;
    await storeFindings(run, rule, accountId, findings);
  });
  return count;
}

/** The lines of the 30 complete days up to the last complete day of the account. */
async function linesOf(
  { db, now, services, actor }: Context,
  scope: CostScope,
  { provider, accountId, integrations }: ProviderAccount,
): Promise<AccountLines> {
  const loads = scope.loads.filter(({ integrationToken }) =>
    integrations.includes(integrationToken),
  );
  const own = { ...scope, loads };
  const end = lastCompleteDay(own, now);
  const window = { start: addDays(end, -29), end };
  const first = loads.map((load) => load.first).toSorted()[0] ?? window.start;
  const billedFrom = first > window.start && first <= end ? first : window.start;
  const factors = await readFactors(db, actor.accountToken, {
    from: scope.currencies,
    to: 'USD',
    day: end,
  });
  return {
    store: services.costs,
    loadIds: scopeWithin(own, window).loadIds,
    provider,
    accountId,
    window,
    billedDays: daysIn({ start: billedFrom, end }),
    factors,
  };
}

/** The last complete day of integrations that still have costs; yesterday when there is none. */
function lastCompleteDay(scope: CostScope, now: Date): string {
  const today = formatDate(now);
  const yesterday = addDays(today, -1);
  const complete = completeThroughSince(scope, addDays(today, -45)) ?? yesterday;
  return complete < yesterday ? complete : yesterday;
}
