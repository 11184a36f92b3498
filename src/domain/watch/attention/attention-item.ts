import { z } from 'zod';

/** What can need attention, the most urgent first: without costs, no other figure can be trusted. */
export const attentionKinds = [
  'import_failed',
  'budget_over',
  'anomaly',
  'budget_at_risk',
  'delivery_failed',
  'import_stale',
  'commitment_expiring',
] as const;

export const AttentionItem = z
  .object({
    kind: z.enum(attentionKinds),
    token: z.string().nullable().describe('The object that it is about; null for several.'),
    title: z.string(),
    amount: z
      .string()
      .nullable()
      .describe(
        'By kind: what is spent, or forecast, beyond the budget; the rise over what was expected on the anomalous days; the cost of the commitment in 730 hours. Null where it is not known.',
      ),
    currency: z.string().nullable(),
    date: z
      .string()
      .nullable()
      .describe(
        'By kind: first anomalous day; last successful import; last complete day; last failed message; day on which the commitment expires.',
      ),
    count: z.int().describe('Anomalous days, or messages; otherwise 1.'),
  })
  .meta({ id: 'AttentionItem' });

export type AttentionItem = z.output<typeof AttentionItem>;
