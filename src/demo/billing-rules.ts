import { awsAccounts } from './company.js';
import type { RunOperation } from './operation-runner.js';

/** Applications of the subsidiary that uses a part of the AWS organization. */
const retailApps = new Set(['storefront', 'mobile-api']);

/**
 * Creates billing rules of every type and returns their tokens. Only those of one account change lines: they
 * are copied for it, which takes most of the time.
 */
export async function createBillingRules(run: RunOperation, firstMonth: string) {
  const create = async (rule: Record<string, unknown>): Promise<string> =>
    (await run('createBillingRule', rule)).token;
  return {
    taxes: await create({
      type: 'exclusion',
      title: 'Taxes of the provider: our invoices have their own',
      charge_type: 'Tax',
    }),
    ownAccounts: await create({
      type: 'custom',
      title: 'Only the accounts of Orchard Retail',
      sql_query: `DELETE FROM costs\nWHERE costs.account_id IS NULL\n  OR costs.account_id NOT IN (${retailAccounts()})`,
    }),
    compute: await create({
      type: 'adjustment',
      title: 'EC2 with a markup of 4 %',
      service: 'Amazon Elastic Compute Cloud - Compute',
      percentage: '104',
    }),
    onboarding: await create({
      type: 'credit',
      title: 'Onboarding credit',
      start_date: firstMonth,
      service: 'Platform team',
      category: 'Managed service',
      sub_category: 'Onboarding',
      amount: '250',
    }),
    fee: await create({
      type: 'charge',
      title: 'Platform fee',
      start_date: firstMonth,
      service: 'Platform team',
      category: 'Managed service',
      sub_category: 'Platform fee',
      amount: '450',
    }),
    volumeCredit: await create({
      type: 'credit',
      title: 'Volume credit for virtual machines',
      start_date: firstMonth,
      service: 'Virtual Machines',
      category: 'Managed service',
      sub_category: 'Volume credit',
      amount: '300',
    }),
    // Charges of services that no bill has are listed under AWS; a statement names the provider.
    azureFee: await create({
      type: 'custom',
      title: 'Platform fee (Azure)',
      start_date: firstMonth,
      sql_query: monthlyFee('azure', 'Platform team', 380),
    }),
    support: await create({
      type: 'custom',
      title: 'Support on call',
      start_date: firstMonth,
      sql_query: monthlyFee('gcp', 'Support on call', 180),
    }),
  };
}

const monthlyFee = (provider: string, service: string, amount: number) =>
  `INSERT INTO costs (provider, service, cost_type, cost_category, amount)
VALUES ('${provider}', '${service}', 'Fee', 'Managed service', ${amount})`;

const retailAccounts = () =>
  awsAccounts
    .filter(({ app }) => retailApps.has(app))
    .map(({ id }) => `'${id}'`)
    .join(', ');
