import type { Body, Schemas } from '../../api/types.js';

export const profilesPath = '/v2/billing_profiles';
export const profilePath = '/v2/billing_profiles/{billing_profile_token}';

export type BillingProfile = Schemas['BillingProfile'];
export type AdjustmentItem = Schemas['AdjustmentItem'];
type ProfileBody = Body<typeof profilesPath, 'post'>;

export interface CustomField {
  name: string;
  value: string;
}

const addressKeys = [
  'company_name',
  'address_line_1',
  'address_line_2',
  'postal_code',
  'city',
  'state',
  'country_code',
] as const;
const bankKeys = ['bank_name', 'beneficiary_name', 'tax_id'] as const;
const secureKeys = ['iban', 'swift_bic', 'account_number', 'routing_number'] as const;

const textKeys = [...addressKeys, ...bankKeys, ...secureKeys] as const;
export type TextKey = (typeof textKeys)[number];

export const textLabels: Record<TextKey, string> = {
  company_name: 'Company name',
  address_line_1: 'Address line 1',
  address_line_2: 'Address line 2',
  postal_code: 'Postal code',
  city: 'City',
  state: 'State or region',
  country_code: 'Country code',
  bank_name: 'Bank',
  beneficiary_name: 'Beneficiary',
  tax_id: 'Tax ID',
  iban: 'IBAN',
  swift_bic: 'SWIFT / BIC',
  account_number: 'Account number',
  routing_number: 'Routing number',
};

/** A profile as its form has it. */
export type ProfileValues = Record<TextKey, string> & {
  nickname: string;
  custom_fields: CustomField[];
  adjustment_items: AdjustmentItem[];
  logo: string | null;
};

export function valuesOf(profile: BillingProfile | undefined): ProfileValues {
  const stored = {
    ...profile?.billing_information_attributes,
    ...profile?.banking_information_attributes,
    ...profile?.banking_information_attributes.secure_data,
  } as Partial<Record<TextKey, string | null>>;
  const texts = Object.fromEntries(textKeys.map((key) => [key, stored[key] ?? '']));
  const fields = profile?.business_information_attributes.metadata.custom_fields ?? [];
  return {
    ...(texts as Record<TextKey, string>),
    nickname: profile?.nickname ?? '',
    custom_fields: fields.map(({ name, value }) => ({ name, value: value ?? '' })),
    adjustment_items: profile?.invoice_adjustment_attributes.adjustment_items ?? [],
    logo: profile?.logo ?? null,
  };
}

/** The body of a request that stores a form. */
export function bodyOf(values: ProfileValues): ProfileBody {
  const pick = (keys: readonly TextKey[]) =>
    Object.fromEntries(keys.map((key) => [key, values[key].trim() || null]));
  return {
    nickname: values.nickname,
    billing_information_attributes: pick(addressKeys),
    business_information_attributes: {
      metadata: { custom_fields: values.custom_fields.filter(({ name }) => name.trim() !== '') },
    },
    banking_information_attributes: { ...pick(bankKeys), secure_data: pick(secureKeys) },
    invoice_adjustment_attributes: {
      adjustment_items: values.adjustment_items.map((item) => ({
        ...item,
        amount: Number(item.amount),
      })),
    },
    logo: values.logo,
  };
}
