import { api } from '../../api/client.js';
import { asProblem } from '../../api/problem.js';
import type { Schemas } from '../../api/types.js';
import { beginVisit } from '../../api/visit.js';
import { toast } from '../../parts/toasts.js';

export type ManagedAccount = Schemas['ManagedAccount'];

export const accountsPath = '/v2/managed_accounts';
export const accountPath = '/v2/managed_accounts/{managed_account_token}';

/** Opens the console of a managed account in this tab, read-only. */
export async function lookInto({ token }: ManagedAccount): Promise<void> {
  try {
    const path = { managed_account_token: token };
    beginVisit(await api.post(`${accountPath}/access`, { path, body: { scopes: ['read'] } }));
  } catch (failure) {
    toast(asProblem(failure).message);
  }
}

export const emptyValues = {
  name: '',
  contact_email: '',
  email_domain: '',
  payment_terms_days: 10 as number | string,
  include_managed_account_integrations: false,
  access_credential_tokens: [] as string[],
  billing_rule_tokens: [] as string[],
  billing_email: [] as string[],
  company_name: '',
  address_line_1: '',
  address_line_2: '',
  postal_code: '',
  city: '',
  state: '',
  country_code: '',
};
export type Values = typeof emptyValues;

const addressKeys = [
  'company_name',
  'address_line_1',
  'address_line_2',
  'postal_code',
  'city',
  'state',
  'country_code',
] as const;

/** A managed account as the values of its form. */
export function valuesOf(account: ManagedAccount): Values {
  const { billing_information_attributes: billing } = account;
  const address = addressKeys.map((key) => [key, billing[key] ?? '']);
  return {
    ...emptyValues,
    ...(Object.fromEntries(address) as Pick<Values, (typeof addressKeys)[number]>),
    name: account.name,
    contact_email: account.contact_email,
    email_domain: account.email_domain ?? '',
    payment_terms_days: account.payment_terms_days ?? 10,
    include_managed_account_integrations: account.include_managed_account_integrations ?? false,
    access_credential_tokens: account.access_credential_tokens,
    billing_rule_tokens: account.billing_rule_tokens,
    billing_email: billing.billing_email,
  };
}

/** The values of the form as the body of a request; an empty text clears. */
export function bodyOf(values: Values) {
  const address = addressKeys.map((key) => [key, values[key] === '' ? null : values[key]]);
  return {
    name: values.name,
    contact_email: values.contact_email,
    email_domain: values.email_domain === '' ? null : values.email_domain,
    payment_terms_days: Number(values.payment_terms_days),
    include_managed_account_integrations: values.include_managed_account_integrations,
    access_credential_tokens: values.access_credential_tokens,
    billing_rule_tokens: values.billing_rule_tokens,
    billing_information_attributes: {
      ...(Object.fromEntries(address) as Record<(typeof addressKeys)[number], string | null>),
      billing_email: values.billing_email,
    },
  };
}
