import { evaluateWorkspace } from '../src/domain/optimise/recommendations/evaluate-workspace.js';
import { gp2ToGp3 } from '../src/domain/optimise/recommendations/rules/gp2-to-gp3.js';
import { unattachedVolumes } from '../src/domain/optimise/recommendations/rules/unattached-volumes.js';
import { operatorContext } from '../src/platform/kernel/operator-context.js';
import { importCharges } from './cost-fixtures.js';
import type { Account } from './harness.js';
import { newResource } from './resources.js';

/** Evaluates the two rules on volumes in the first workspace of an account. */
export async function evaluateVolumes({ app, account, workspace }: Account) {
  const ctx = await operatorContext(app, account.token);
  return evaluateWorkspace(ctx, workspace.token, [gp2ToGp3, unattachedVolumes]);
}

/** A bill of one day, 2026-03-09, for 1.00 for each of some resources: 30.00 per month. */
export async function billResources(account: Account, tokens: readonly string[]): Promise<void> {
  const resources = await account.app.services.db
    .selectFrom('resources')
    .select(['uuid', 'integration_token'])
    .where('token', 'in', tokens)
    .execute();
  await importCharges(
    account,
    resources.map(({ uuid }) => ({ resource: uuid, day: '2026-03-09', cost: '1' })),
    { integration: resources[0]!.integration_token },
  );
}

/** A recommendation to change a gp2 volume of 100 GB; returns its token. */
export async function newRecommendation(account: Account): Promise<string> {
  await newResource(account, { metadata: { volume_type: 'gp2', size: 100 } });
  await evaluateVolumes(account);
  const { token } = await account.app.services.db
    .selectFrom('recommendations')
    .select('token')
    .where('workspace_token', '=', account.workspace.token)
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow();
  return token;
}
