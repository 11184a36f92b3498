import { z } from 'zod';
import { emptyValueRules } from '../../../platform/kernel/fields.js';
import { isLongerThan } from '../../../platform/lib/characters.js';

/** A line of an address or a name; null and "" clear it. */
export const clearableLine = () =>
  z
    .string()
    .refine((value) => !isLongerThan(value, 255), { error: 'must be at most 255 characters' })
    .nullable()
    .register(emptyValueRules, { blank: 'clears', null: 'clears' });

/** Clients send back what they have read. */
const ignored = { id: z.int().describe('Ignored.'), token: z.string().describe('Ignored.') };

const addressKeys = [
  'company_name',
  'country_code',
  'address_line_1',
  'address_line_2',
  'city',
  'state',
  'postal_code',
] as const;

/** What a request may say of the name and address of a seller or buyer. */
export const BillingInformationInput = z
  .object({
    ...ignored,
    company_name: clearableLine(),
    country_code: clearableLine().refine((code) => code === null || /^[A-Z]{2}$/.test(code), {
      error: 'must be two upper-case letters',
    }),
    address_line_1: clearableLine(),
    address_line_2: clearableLine(),
    city: clearableLine(),
    state: clearableLine(),
    postal_code: clearableLine(),
    billing_email: z.array(z.email()).max(100),
  })
  .partial();

const maxCustomFields = 50;

/** What a request may say of further fields that an invoice prints, such as a VAT number. */
export const BusinessInformationInput = z
  .object({
    ...ignored,
    metadata: z
      .object({
        custom_fields: z
          .array(z.object({ name: z.string().min(1).max(255), value: clearableLine().optional() }))
          .max(maxCustomFields),
      })
      .partial(),
  })
  .partial();

export const BillingInformation = z
  .object({
    token: z.string(),
    ...(Object.fromEntries(addressKeys.map((key) => [key, z.string().nullable()])) as Record<
      (typeof addressKeys)[number],
      z.ZodNullable<z.ZodString>
    >),
    billing_email: z.array(z.string()).describe('Recipients of invoices, in order.'),
  })
  .meta({ id: 'BillingInformation' });

export const BusinessInformation = z
  .object({
    token: z.string(),
    metadata: z
      .object({
        custom_fields: z.array(
          z
            .object({ name: z.string(), value: z.string().nullable() })
            .meta({ id: 'BusinessInformationCustomField' }),
        ),
      })
      .meta({ id: 'BusinessInformationMetadata' }),
  })
  .meta({ id: 'BusinessInformation' });

type Values = Record<string, unknown>;

/** Name and address as the API returns them, from what is stored of them. */
export function serializeBilling(
  stored: Values,
  token: string,
): z.input<typeof BillingInformation> {
  const address = Object.fromEntries(addressKeys.map((key) => [key, stored[key] ?? null]));
  const billing_email = (stored['billing_email'] ?? []) as string[];
  return { token, ...address, billing_email } as z.input<typeof BillingInformation>;
}

/** Further fields as the API returns them, from what is stored of them. */
export function serializeBusiness(
  stored: Values,
  token: string,
): z.input<typeof BusinessInformation> {
  const { custom_fields: fields = [] } = (stored['metadata'] ?? {}) as {
    custom_fields?: { name: string; value?: string | null }[];
  };
  const custom_fields = fields.map(({ name, value }) => ({ name, value: value ?? null }));
  return { token, metadata: { custom_fields } };
}

/** Merges a part of a request into what is stored, key by key; lists are replaced as a whole. */
export function mergeInformation(stored: Values, requested: Values = {}): Values {
  const { id: _id, token: _token, ...changes } = requested;
  const merged = Object.entries(changes).map(([key, value]) => [
    key,
    isObject(value) ? mergeInformation((stored[key] ?? {}) as Values, value) : value,
  ]);
  return { ...stored, ...Object.fromEntries(merged) };
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The token of a part of an object: it follows from the object, which has exactly one of each. */
export const partToken = (prefix: string, owner: string) =>
  `${prefix}_${owner.slice(owner.lastIndexOf('_') + 1)}`;
