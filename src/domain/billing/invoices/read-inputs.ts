import type { Services } from '../../../platform/kernel/services.js';
import type { Row } from '../../../platform/kernel/rows.js';
import type { Db } from '../../../platform/store/tables.js';
import {
  type AdjustmentItem,
  openSecureData,
  serializeBilling,
  serializeBusiness,
} from '../billing-profiles/index.js';
import { GenerationFailure } from './generation-failure.js';
import { invoiceNumber } from './invoice.js';
import type { InvoiceInputs, Party, Seller } from './invoice-document.js';
import { readInvoiceCosts } from './read-invoice-costs.js';

/** Reads everything that an invoice is generated from, as it is now. */
export async function readInputs(
  services: Pick<Services, 'db' | 'costs' | 'vault'>,
  invoice: Row<'invoices'>,
  issueDate: string,
): Promise<InvoiceInputs> {
  const account = await readManagedAccount(services.db, invoice);
  const profile = await findProfile(services.db, invoice.account_token, account);
  if (!profile) throw new GenerationFailure('There is no billing profile: create one first.');
  const costs = await readInvoiceCosts(
    services,
    { token: account.token, includesOwn: account.include_managed_account_integrations },
    invoice.billing_period_start,
  );
  return {
    number: invoiceNumber(invoice),
    account_name: account.name,
    billing_period_start: invoice.billing_period_start,
    billing_period_end: invoice.billing_period_end,
    issue_date: issueDate,
    payment_terms_days: account.payment_terms_days,
    seller: sellerOf(profile),
    secure_data: openSecureData(services.vault, profile.secure_data),
    // The embedded database returns a plain array of bytes, which the PDF library does not take.
    logo: profile.logo && Buffer.from(profile.logo),
    adjustment_items: profile.adjustment_items as AdjustmentItem[],
    buyer: partyOf(account),
    costs,
  };
}

async function readManagedAccount(db: Db, invoice: Row<'invoices'>) {
  const account = await db
    .selectFrom('managed_accounts')
    .innerJoin('accounts', 'accounts.token', 'managed_accounts.token')
    .selectAll('managed_accounts')
    .select('accounts.name')
    .where('managed_accounts.token', '=', invoice.managed_account_token)
    .where('managed_accounts.account_token', '=', invoice.account_token)
    .executeTakeFirst();
  if (!account) throw new GenerationFailure('The managed account has been deleted.');
  return account;
}

/** The profile that the managed account names, else the oldest one of the management account. */
export async function findProfile(
  db: Db,
  managementAccount: string,
  { msp_billing_profile_token: named }: { msp_billing_profile_token: string | null },
): Promise<Row<'billing_profiles'> | undefined> {
  return db
    .selectFrom('billing_profiles')
    .selectAll()
    .where('account_token', '=', managementAccount)
    .$if(named !== null, (query) => query.where('token', '=', named))
    .orderBy('id')
    .executeTakeFirst();
}

type Information = Record<string, unknown>;

function partyOf(owner: {
  billing_information: Information;
  business_information: Information;
}): Party {
  const { token: _, ...address } = serializeBilling(owner.billing_information, '');
  const { custom_fields } = serializeBusiness(owner.business_information, '').metadata;
  return { ...address, custom_fields };
}

function sellerOf(profile: Row<'billing_profiles'>): Seller {
  const banking = profile.banking_information as Partial<Record<string, string | null>>;
  return {
    ...partyOf(profile),
    bank_name: banking['bank_name'] ?? null,
    beneficiary_name: banking['beneficiary_name'] ?? null,
    tax_id: banking['tax_id'] ?? null,
  };
}
