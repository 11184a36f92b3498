import { z } from 'zod';
import {
  InvoiceAdjustmentInput,
  BankingInformationInput,
  openSecureData,
  billingProfiles,
  BillingInformationInput,
  BusinessInformationInput,
  mergeInformation,
  LogoInput,
  readLogo,
} from '../../domain/billing/billing-profiles/index.js';
import { requireMspFeatures } from '../../domain/billing/managed-accounts/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { title } from '../../platform/kernel/fields.js';
import type { Operation } from '../../platform/kernel/operation.js';
import { resource } from '../../platform/kernel/resource.js';
import type { Row } from '../../platform/kernel/rows.js';

const parts = {
  billing_information_attributes: BillingInformationInput,
  business_information_attributes: BusinessInformationInput,
  banking_information_attributes: BankingInformationInput,
  invoice_adjustment_attributes: InvoiceAdjustmentInput,
  logo: LogoInput,
};
const Create = z.object({ nickname: title(), ...z.object(parts).partial().shape });
const Update = Create.partial();

const profileResource = resource(billingProfiles, {
  one: 'billing_profile',
  many: 'billing_profiles',
  tag: 'BillingProfiles',
  create: Create,
  update: Update,
  columns: (body, ctx, current) => ({
    ...(body.nickname !== undefined && { nickname: body.nickname }),
    ...informationColumns(body, current),
    ...bankingColumns(body.banking_information_attributes, ctx, current),
  }),
});

type Body = z.output<typeof Update>;
type Current = Row<'billing_profiles'> | undefined;

function informationColumns(body: Body, current: Current): object {
  const {
    billing_information_attributes: billing,
    business_information_attributes: business,
    invoice_adjustment_attributes: adjustment,
    logo,
  } = body;
  const merged = (stored: Record<string, unknown> | undefined, requested: object) =>
    JSON.stringify(mergeInformation(stored ?? {}, { ...requested }));
  return {
    ...(billing && { billing_information: merged(current?.billing_information, billing) }),
    ...(business && { business_information: merged(current?.business_information, business) }),
    ...(adjustment?.adjustment_items && {
      adjustment_items: JSON.stringify(adjustment.adjustment_items),
    }),
    ...(logo !== undefined && { logo: logo === null ? null : readLogo(logo) }),
  };
}

/** Account numbers are encrypted together: which of them are set is nobody's business either. */
function bankingColumns(
  requested: Body['banking_information_attributes'],
  { services: { vault } }: Context,
  current: Current,
): object {
  if (!requested) return {};
  const { secure_data: secure, ...rest } = requested;
  const merged = mergeInformation(current?.banking_information ?? {}, { ...rest });
  const stored = openSecureData(vault, current?.secure_data ?? null);
  return {
    banking_information: JSON.stringify(merged),
    ...(secure && { secure_data: vault.seal({ ...stored, ...secure }) }),
  };
}

/** The operation, for servers where accounts may bill others. */
const limited = (operation: Operation): Operation => ({
  ...operation,
  run: async (input, ctx) => {
    requireMspFeatures(ctx);
    return operation.run(input, ctx);
  },
});

export const billingProfileOperations = profileResource.operations.map(limited);
