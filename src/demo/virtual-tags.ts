import { awsAccounts } from './company.js';
import type { RunOperation } from './operation-runner.js';
import { ofTeams } from './views.js';

/** Creates virtual tags for departments, and for cost centers with platform costs allocated to their users. */
export async function createVirtualTags(run: RunOperation, beginning: string): Promise<void> {
  const createTag = (key: string, body: Record<string, unknown>) =>
    run('createVirtualTagConfig', { key, overridable: true, backfill_until: beginning, ...body });
  await createTag('Team', {
    values: [
      { name: 'shop', filter: ofTeams('web', 'mobile', 'payments', 'discovery') },
      { name: 'data', filter: ofTeams('data', 'machine-learning', 'marketing') },
      // Includes untagged costs of these accounts.
      { name: 'platform', filter: ofAwsAccounts('platform') },
    ],
    collapsed_tag_keys: [{ key: 'team' }],
  });
  await createTag('Cost center', {
    values: [
      {
        filter: `${ofTeams('platform')} OR (costs.provider = 'custom_provider')`,
        percentages: [
          { value: 'cc-1100', pct: 30 },
          { value: 'cc-1200', pct: 25 },
          { value: 'cc-1600', pct: 22.5 },
          { value: 'cc-2100', pct: 22.5 },
        ],
        display_name: 'Shared platform costs',
      },
    ],
    collapsed_tag_keys: [{ key: 'cost-center' }],
  });
}

function ofAwsAccounts(team: string): string {
  const ids = awsAccounts.filter((account) => account.team === team).map(({ id }) => `'${id}'`);
  return `costs.provider = 'aws' AND costs.account_id IN (${ids.join(', ')})`;
}
