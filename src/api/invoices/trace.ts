import { z } from 'zod';
import { readRules } from '../../domain/billing/rebilling/index.js';
import { describeRule } from '../../domain/billing/billing-rules/index.js';
import { loadInvoice, type LineTrace, traceLine } from '../../domain/billing/invoices/index.js';
import type { Context } from '../../platform/kernel/context.js';
import { operation } from '../../platform/kernel/operation.js';
import { notFound } from '../../platform/lib/errors.js';

const InvoiceLineTrace = z
  .object({
    lines_count: z.int().describe('Cost lines that the line of the invoice adds up.'),
    unchanged_lines_count: z.int().describe('Those that no billing rule has changed.'),
    billing_rules: z.array(
      z
        .object({
          token: z.string(),
          title: z.string(),
          description: z.string(),
          lines_count: z.int().describe('Cost lines that it has changed or added.'),
        })
        .meta({ id: 'InvoiceLineRule' }),
    ),
    costs: z
      .array(
        z
          .object({
            usage_date: z.string(),
            account_id: z.string().nullable(),
            resource_id: z.string().nullable(),
            region: z.string().nullable(),
            description: z.string().nullable(),
            source_file: z.string().describe('For a line that a rule has added, its token.'),
            source_row: z.string(),
            amount: z.string().describe('After the rules, in the currency of the line.'),
            currency: z.string(),
            billing_rule_tokens: z.array(z.string()),
          })
          .meta({ id: 'InvoiceLineCost' }),
      )
      .describe('The largest cost lines, up to 50.'),
  })
  .meta({ id: 'InvoiceLineTrace' });

/** Beyond the published contract. Rules are the management account's own affair, so no one else reads it. */
export const getInvoiceLineTrace = operation({
  id: 'getInvoiceLineTrace',
  tag: 'Invoices',
  method: 'GET',
  path: '/v2/invoices/{invoice_token}/trace',
  summary:
    'Get the cost lines behind a line of an invoice, and the billing rules that changed them',
  params: z.object({ invoice_token: z.string() }),
  query: z
    .object({ provider: z.string(), service: z.string(), charge_type: z.string() })
    .partial()
    .describe(
      'What identifies the line; all lines that match, without any of them the whole invoice.',
    ),
  status: 200,
  errors: [400, 404],
  response: InvoiceLineTrace,
  run: async ({ params, query }, ctx) => {
    const invoice = await loadInvoice(ctx, params.invoice_token);
    if (invoice.account_token !== ctx.actor.accountToken) throw notFound('Invoice');
    return serializeTrace(ctx, await traceLine(ctx.services, invoice, query));
  },
});

async function serializeTrace(ctx: Context, { groups, costs, rulesOfLoad }: LineTrace) {
  const tokensOf = (load: number, numbers: string) =>
    numbers.split(' ').flatMap((number) => rulesOfLoad.get(load)?.[Number(number) - 1] ?? []);
  const counted = new Map<string, number>();
  let total = 0;
  let unchanged = 0;
  for (const { load_id, rules, lines } of groups) {
    total += Number(lines);
    if (rules === '') unchanged += Number(lines);
    for (const token of tokensOf(load_id, rules)) {
      counted.set(token, (counted.get(token) ?? 0) + Number(lines));
    }
  }
  const known = await readRules(ctx.db, ctx.actor.accountToken, [...counted.keys()]);
  return {
    lines_count: total,
    unchanged_lines_count: unchanged,
    billing_rules: known.map((rule) => ({
      token: rule.token,
      title: rule.title,
      description: describeRule(rule),
      lines_count: counted.get(rule.token)!,
    })),
    costs: costs.map(({ load_id, rules, ...cost }) => ({
      ...cost,
      billing_rule_tokens: tokensOf(load_id, rules),
    })),
  };
}
