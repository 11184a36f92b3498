import type { Context } from '../platform/kernel/context.js';
import { operatorContext } from '../platform/kernel/operator-context.js';
import type { Operation } from '../platform/kernel/operation.js';
import { firstOfMonth } from '../platform/lib/days.js';
import { formatDate } from '../platform/lib/time.js';
import { createBillingProfiles } from './billing-profiles.js';
import { createBillingRules } from './billing-rules.js';
import type { DemoIntegration } from './demo-integrations.js';
import { operationRunner } from './operation-runner.js';

/**
 * Three subsidiaries that the demo company bills, with their rules and the profiles of the sellers, unless
 * there are managed accounts.
 */
export async function ensureManagedAccounts(
  ctx: Context,
  operations: readonly Operation[],
  integrations: readonly DemoIntegration[],
): Promise<void> {
  const existing = await ctx.db
    .selectFrom('managed_accounts')
    .select('token')
    .where('account_token', '=', ctx.actor.accountToken)
    .executeTakeFirst();
  if (existing) return;
  await ctx.services.db.transaction().execute(async (db) => {
    // The caller applies the rules; a job that does so at the same time would be in its way.
    const services = { ...ctx.services, enqueue: async () => {} };
    await createAccounts({ ...ctx, db, services }, operations, integrations);
  });
}

async function createAccounts(
  ctx: Context,
  operations: readonly Operation[],
  integrations: readonly DemoIntegration[],
): Promise<void> {
  const run = operationRunner(operations, ctx);
  const integrationOf = (provider: string) =>
    integrations.filter((each) => each.provider === provider).map(({ token }) => token);
  const rules = await createBillingRules(run, firstOfMonth(formatDate(ctx.now), -3));
  const profiles = await createBillingProfiles(run);
  const logistics = await run('createManagedAccount', {
    name: 'Harbour Logistics',
    contact_email: 'finance@harbour-logistics.example',
    access_credential_tokens: integrationOf('azure'),
    billing_rule_tokens: [rules.azureFee, rules.volumeCredit],
    msp_billing_profile_token: profiles.europe,
    payment_terms_days: 30,
    billing_information_attributes: {
      company_name: 'Harbour Logistics GmbH',
      address_line_1: 'Am Sandtorkai 48',
      postal_code: '20457',
      city: 'Hamburg',
      country_code: 'DE',
      billing_email: ['invoices@harbour-logistics.example'],
    },
    business_information_attributes: fields(['VAT number', 'DE811907980']),
  });
  await billInEuros(ctx, operations, logistics.token);
  await run('createManagedAccount', {
    name: 'Orchard Retail',
    contact_email: 'cloud@orchard-retail.example',
    access_credential_tokens: integrationOf('aws'),
    billing_rule_tokens: [
      rules.ownAccounts,
      rules.taxes,
      rules.compute,
      rules.onboarding,
      rules.fee,
    ],
    msp_billing_profile_token: profiles.group,
    payment_terms_days: 14,
    billing_information_attributes: {
      company_name: 'Orchard Retail Ltd',
      address_line_1: '7 Orchard Row',
      postal_code: 'BS1 4ST',
      city: 'Bristol',
      country_code: 'GB',
      billing_email: ['accounts@orchard-retail.example', 'cloud@orchard-retail.example'],
    },
    business_information_attributes: fields(['Purchase order', 'PO-20418']),
  });
  await run('createManagedAccount', {
    name: 'Żeglarz Marine',
    contact_email: 'chmura@zeglarz.example',
    access_credential_tokens: integrationOf('gcp'),
    billing_rule_tokens: [rules.support],
    msp_billing_profile_token: profiles.europe,
    billing_information_attributes: {
      company_name: 'Żeglarz Marine Sp. z o.o.',
      address_line_1: 'ul. Długie Pobrzeże 12',
      postal_code: '80-888',
      city: 'Gdańsk',
      country_code: 'PL',
      billing_email: ['faktury@zeglarz.example'],
    },
    business_information_attributes: fields(['NIP', 'PL5252344078']),
  });
}

const fields = (...pairs: [name: string, value: string][]) => ({
  metadata: { custom_fields: pairs.map(([name, value]) => ({ name, value })) },
});

/** All costs of Azure are in euros, so the account needs no exchange rates. */
async function billInEuros(
  ctx: Context,
  operations: readonly Operation[],
  account: string,
): Promise<void> {
  const process = { services: { ...ctx.services, db: ctx.db }, clock: ctx.clock };
  const inside = await operatorContext(process, account);
  const body = { enable_currency_conversion: true, currency: 'EUR' };
  const [workspace_token] = inside.actor.accountWorkspaces;
  await operationRunner(operations, inside)('updateWorkspace', body, { workspace_token });
}
