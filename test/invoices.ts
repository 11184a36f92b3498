import { generateInvoice } from '../src/domain/billing/invoices/generate-invoice.js';
import type { Account } from './harness.js';
import { newManagedAccount } from './managed-accounts.js';

interface BuyerOptions {
  billingEmails?: string[];
  includesOwn?: boolean;
  profile?: string;
}

/** A managed account with billing information. */
export async function newBuyer(
  seller: Account,
  { billingEmails = [], includesOwn = false, profile }: BuyerOptions = {},
): Promise<Account> {
  const buyer = await newManagedAccount(seller);
  await buyer.app.services.db
    .updateTable('managed_accounts')
    .set({
      include_managed_account_integrations: includesOwn,
      billing_information: JSON.stringify({
        company_name: 'Żółta Łódź',
        country_code: 'PL',
        billing_email: billingEmails,
      }),
      business_information: JSON.stringify({
        metadata: { custom_fields: [{ name: 'NIP', value: '525' }] },
      }),
      msp_billing_profile_token: profile ?? null,
    })
    .where('token', '=', buyer.account.token)
    .execute();
  return buyer;
}

/** Delegates an integration of the management account. */
export async function delegate(managed: Account, integration_token: string): Promise<void> {
  const { db } = managed.app.services;
  await db
    .insertInto('integration_delegations')
    .values({ managed_account_token: managed.account.token, integration_token, position: 0 })
    .execute();
  await db
    .insertInto('integration_workspaces')
    .values({ integration_token, workspace_token: managed.workspace.token })
    .execute();
}

export const newProfile = async ({ as }: Account): Promise<string> =>
  (await as.post('/v2/billing_profiles', { nickname: 'Main' })).body.token;

/** Creates an invoice of February 2026 and returns its token. */
export async function createInvoice({ as }: Account, managed: Account): Promise<string> {
  const response = await as.post('/v2/invoices', {
    account_token: managed.account.token,
    billing_period_start: '2026-02-01',
    billing_period_end: '2026-02-28',
  });
  return response.body.token;
}

/** Runs the job that generates an invoice. */
export async function runGeneration({ app }: Account, token: string): Promise<void> {
  const { generation } = await app.services.db
    .selectFrom('invoices')
    .select('generation')
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
  await generateInvoice({ token, generation }, app);
}

/** A draft of a new managed account without costs. */
export async function newInvoice(account: Account): Promise<string> {
  await newProfile(account);
  const token = await createInvoice(account, await newBuyer(account));
  await runGeneration(account, token);
  return token;
}
