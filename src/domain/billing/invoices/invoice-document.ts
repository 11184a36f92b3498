import type { AdjustmentItem, SecureData } from '../billing-profiles/index.js';
import { addDays } from '../../../platform/lib/days.js';
import { type AppliedAdjustment, applyAdjustments } from './apply-adjustments.js';
import type { BilledCosts } from './read-invoice-costs.js';
import { roundMoney, sumMoney } from './round-money.js';

/** A name and address, with further fields such as a VAT number. */
export interface Party {
  company_name: string | null;
  address_line_1: string | null;
  address_line_2: string | null;
  city: string | null;
  state: string | null;
  postal_code: string | null;
  country_code: string | null;
  billing_email: string[];
  custom_fields: { name: string; value: string | null }[];
}

/** Who issues an invoice, and how it is paid; account numbers are kept apart, encrypted. */
export interface Seller extends Party {
  bank_name: string | null;
  beneficiary_name: string | null;
  tax_id: string | null;
}

export interface InvoiceLine {
  provider: string;
  provider_name: string;
  service: string;
  charge_type: string;
  amount: string;
}

/** Everything that an invoice says, frozen when it is generated. */
export interface InvoiceDocument {
  number: string;
  account_name: string;
  billing_period_start: string;
  billing_period_end: string;
  issue_date: string;
  due_date: string;
  currency: string;
  seller: Seller;
  secure_data: SecureData;
  logo: Buffer | null;
  buyer: Party;
  lines: InvoiceLine[];
  subtotal: string;
  adjustments: AppliedAdjustment[];
  total: string;
}

/** What an invoice is generated from. */
export interface InvoiceInputs extends Pick<
  InvoiceDocument,
  | 'number'
  | 'account_name'
  | 'billing_period_start'
  | 'billing_period_end'
  | 'issue_date'
  | 'seller'
  | 'secure_data'
  | 'logo'
  | 'buyer'
> {
  payment_terms_days: number;
  adjustment_items: readonly AdjustmentItem[];
  costs: BilledCosts;
}

/** The same inputs always give the same document, whose printed lines and adjustments add up to its total. */
export function buildInvoice(inputs: InvoiceInputs): InvoiceDocument {
  const { payment_terms_days: days, adjustment_items: items, costs, ...rest } = inputs;
  const { currency } = costs;
  const lines = costs.costs.map((cost) => ({
    provider: cost.provider,
    provider_name: cost.providerName,
    service: cost.service,
    charge_type: cost.chargeType,
    amount: roundMoney(cost.amount, currency),
  }));
  const subtotal = sumMoney(lines.map(({ amount }) => amount));
  return {
    ...rest,
    due_date: addDays(rest.issue_date, days),
    currency,
    lines,
    subtotal,
    ...applyAdjustments(subtotal, items, currency),
  };
}
