import { sql } from 'kysely';
import { z } from 'zod';
import { isOwner } from '../../../platform/auth/actor.js';
import type { Context } from '../../../platform/kernel/context.js';
import { entity } from '../../../platform/kernel/entity.js';
import type { Row } from '../../../platform/kernel/rows.js';
import { formatDecimal } from '../../../platform/lib/decimal.js';
import { type AdjustmentItem, InvoiceAdjustment } from './adjustment-item.js';
import { BankingInformation, hiddenSecureData, openSecureData } from './banking.js';
import {
  BillingInformation,
  BusinessInformation,
  partToken,
  serializeBilling,
  serializeBusiness,
} from './information.js';
import { writeLogo } from './logo.js';

const BillingProfile = z
  .object({
    token: z.string(),
    nickname: z.string(),
    billing_information_attributes: BillingInformation,
    business_information_attributes: BusinessInformation,
    banking_information_attributes: BankingInformation,
    invoice_adjustment_attributes: InvoiceAdjustment,
    logo: z.string().nullable().describe('Picture on the invoices, as a data URL.'),
    managed_accounts_count: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'BillingProfile' });

/** Values that the audit log never stores: account numbers, and pictures for their size. */
const secrets = ['banking_information_attributes', 'logo'];

const profiles = entity({
  table: 'billing_profiles',
  prefix: 'blng_prfl',
  kind: 'Billing Profile',
  title: 'nickname',
  page: '/billing-profiles/{token}',
  access: { within: 'account', write: 'owner' },
  model: BillingProfile,
  computed: {
    managed_accounts_count: {
      sql: sql`(select count(*)::text from managed_accounts
        where msp_billing_profile_token = billing_profiles.token)`,
      initial: '0',
    },
  },
  derive: async (_rows, ctx) => (row) => attributesOf(row, ctx),
});

/** The seller data of a management account for its invoices. */
export const billingProfiles: typeof profiles = {
  ...profiles,
  record: (ctx, row, before, after) => profiles.record(ctx, row, before, after, secrets),
};

function attributesOf(row: Row<'billing_profiles'>, ctx: Context) {
  const items = row.adjustment_items as AdjustmentItem[];
  const banking = row.banking_information as Record<string, string | null>;
  return {
    billing_information_attributes: serializeBilling(
      row.billing_information,
      partToken('blng_info', row.token),
    ),
    business_information_attributes: serializeBusiness(
      row.business_information,
      partToken('bsns_info', row.token),
    ),
    banking_information_attributes: {
      token: partToken('bnkng_info', row.token),
      bank_name: banking['bank_name'] ?? null,
      beneficiary_name: banking['beneficiary_name'] ?? null,
      tax_id: banking['tax_id'] ?? null,
      secure_data: isOwner(ctx.actor)
        ? openSecureData(ctx.services.vault, row.secure_data)
        : hiddenSecureData,
    },
    invoice_adjustment_attributes: {
      token: partToken('inv_adjstmnt', row.token),
      adjustment_items: items.map((item) => ({ ...item, amount: formatDecimal(item.amount) })),
    },
    logo: row.logo && writeLogo(row.logo),
  };
}
