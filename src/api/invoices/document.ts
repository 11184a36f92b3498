import { z } from 'zod';
import { AdjustmentItem, writeLogo } from '../../domain/billing/billing-profiles/index.js';
import {
  loadInvoice,
  invoiceNumber,
  hasDocument,
  chargeTypeLabel,
} from '../../domain/billing/invoices/index.js';
import { operation } from '../../platform/kernel/operation.js';
import { serialize } from '../../platform/kernel/serialize.js';
import { ApiError } from '../../platform/lib/errors.js';
import { Decimal } from '../../platform/lib/decimal.js';

const line = z.string().nullable();
const party = {
  company_name: line,
  address_line_1: line,
  address_line_2: line,
  city: line,
  state: line,
  postal_code: line,
  country_code: line,
  billing_email: z.array(z.string()),
  custom_fields: z.array(z.object({ name: z.string(), value: line })),
};
const InvoiceParty = z.object(party).meta({ id: 'InvoiceParty' });
const InvoiceSeller = z
  .object({ ...party, bank_name: line, beneficiary_name: line, tax_id: line })
  .meta({ id: 'InvoiceSeller' });

const InvoiceDocument = z
  .object({
    invoice_token: z.string(),
    invoice_number: z.string(),
    account_name: z.string(),
    billing_period_start: z.string(),
    billing_period_end: z.string(),
    issue_date: z.string(),
    due_date: z.string(),
    currency: z.string(),
    seller: InvoiceSeller,
    logo: z.string().nullable().describe('Picture of the seller, as a data URL.'),
    buyer: InvoiceParty,
    lines: z.array(
      z
        .object({
          provider: z.string(),
          provider_name: z.string(),
          service: z.string(),
          charge_type: z.string(),
          charge_type_label: z.string(),
          amount: z.string(),
        })
        .meta({ id: 'InvoiceLine' }),
    ),
    subtotal: z.string().describe('Sum of the lines.'),
    adjustments: z
      .array(
        z
          .object({
            ...AdjustmentItem.shape,
            value: z.string().describe('What it adds to the total; negative where it subtracts.'),
          })
          .meta({ id: 'InvoiceDocumentAdjustment' }),
      )
      .describe('In the order in which they are applied.'),
    total: z.string(),
  })
  .meta({ id: 'InvoiceDocument' });

type Line = Record<'provider' | 'provider_name' | 'service' | 'charge_type' | 'amount', string>;

/** Beyond the published contract: what the files of an invoice say, as values. Account numbers are only in the PDF. */
export const getInvoiceDocument = operation({
  id: 'getInvoiceDocument',
  tag: 'Invoices',
  method: 'GET',
  path: '/v2/invoices/{invoice_token}/document',
  summary: 'Get the lines, adjustments and totals of an invoice as they were frozen',
  params: z.object({ invoice_token: z.string() }),
  status: 200,
  errors: [404],
  response: InvoiceDocument,
  run: async ({ params }, ctx) => {
    const invoice = await loadInvoice(ctx, params.invoice_token);
    if (!hasDocument(invoice.status)) {
      throw new ApiError(404, ['The invoice has no lines: it is being generated, or that failed']);
    }
    const lines = invoice.lines as Line[];
    return serialize(InvoiceDocument, invoice, {
      invoice_token: invoice.token,
      invoice_number: invoiceNumber(invoice),
      logo: invoice.logo && writeLogo(invoice.logo),
      lines: lines.map((each) => ({
        ...each,
        charge_type_label: chargeTypeLabel(each.charge_type),
      })),
      subtotal: new Decimal(invoice.subtotal!).toFixed(2),
      total: new Decimal(invoice.total!).toFixed(2),
    });
  },
});
