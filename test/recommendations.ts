import { evaluateWorkspace } from '../src/domain/optimise/recommendations/evaluate-workspace.js';
import { gp2ToGp3 } from '../src/domain/optimise/recommendations/rules/gp2-to-gp3.js';
import { unattachedVolumes } from '../src/domain/optimise/recommendations/rules/unattached-volumes.js';
import { operatorContext } from '../src/platform/kernel/operator-context.js';
import type { Account } from './harness.js';
import { newResource } from './resources.js';

/** Evaluates the two rules on volumes in the first workspace of an account. */
export async function evaluateVolumes({ app, account, workspace }: Account) {
  const ctx = await operatorContext(app, account.token);
  return evaluateWorkspace(ctx, workspace.token, [gp2ToGp3, unattachedVolumes]);
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
