import type { Context } from '../../../platform/kernel/context.js';
import { type MailList } from '../delivery/index.js';
import { formatMoney } from '../../../platform/lib/format-amounts.js';
import { listLargestRecommendations } from '../../optimise/recommendations/index.js';

const listedCount = 5;

/** The recommendations that an e-mail ends with; undefined if there are none. */
export async function listSavings(ctx: Context, workspace: string): Promise<MailList | undefined> {
  const found = await listLargestRecommendations(ctx, workspace, listedCount);
  if (found.length === 0) return undefined;
  return {
    title: 'Largest open recommendations',
    workspace,
    table: {
      columns: ['Recommendation', `Saving per month (${found[0]!.currency_code ?? 'USD'})`],
      rows: found.map(({ description, provider_account_id: account, ...saving }) => [
        account === null ? description : `${description} Account ${account}`,
        formatMoney(saving.potential_savings ?? '0') +
          (saving.uses_example_prices ? ' (example prices)' : ''),
      ]),
    },
  };
}
