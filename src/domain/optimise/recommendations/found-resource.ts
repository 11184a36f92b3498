import { z } from 'zod';
import { Decimal, formatDecimal } from '../../../platform/lib/decimal.js';
import { formatTimestamp } from '../../../platform/lib/time.js';
import type { Action, Evidence } from './finding.js';
import { shortId } from '../resources/index.js';

const RecommendationAction = z
  .object({
    action: z.string(),
    description: z.string().describe('What to do and why.'),
    potential_savings: z.string().describe('USD per month.'),
    instance_type: z.string().nullable().describe('Target size or class.'),
    containers: z
      .string()
      .nullable()
      .describe('Kubernetes only: current and recommended requests.'),
    remediation_cli_command: z.string().nullable(),
    terraform: z.string().nullable().describe('The change in Terraform, as HCL or in words.'),
  })
  .meta({ id: 'RecommendationAction' });

export const RecommendationProviderResource = z
  .object({
    token: z.string(),
    uuid: z.string().describe('Identifier of the provider; the ARN for AWS.'),
    type: z.string(),
    label: z.string().nullable(),
    metadata: z.record(z.string(), z.unknown()).nullable(),
    account_id: z.string().nullable(),
    billing_account_id: z.string().nullable(),
    provider: z.string(),
    region: z.string().nullable(),
    costs: z
      .array(z.object({ category: z.string(), amount: z.number() }))
      .optional()
      .describe('Left out here; see the resource itself.'),
    created_at: z.string(),
    tags: z.record(z.string(), z.string()),
    resource_id: z.string().describe('Short identifier, such as i-0a1b.'),
    recommendation_actions: z
      .array(RecommendationAction)
      .describe('Alternatives, the largest saving first.'),
    evidence: z
      .array(z.object({ label: z.string(), value: z.string() }))
      .describe('What the saving was computed from.'),
    uses_example_prices: z
      .boolean()
      .describe('Whether that includes prices that ship with this release, which are examples.'),
    cost_per_month: z
      .string()
      .nullable()
      .describe('What it costs at its current rate, in USD; null where no bill has it.'),
    dismissed_at: z
      .string()
      .nullable()
      .describe('When this resource alone was dismissed; null unless it was.'),
    dismissed_until: z.string().nullable().describe('Last day of that; null without an end.'),
    dismissed_reason: z.string().nullable(),
  })
  .meta({ id: 'RecommendationProviderResource' });

/** A finding joined with its resource. */
export interface FoundResourceRow {
  token: string;
  uuid: string;
  type: string;
  label: string | null;
  metadata: Record<string, unknown>;
  account_id: string | null;
  provider_account_id: string | null;
  provider: string;
  region: string | null;
  created_at: Date;
  tags: Record<string, string>;
  actions: Action[];
  evidence: Evidence[];
  uses_example_prices: boolean;
  cost_per_month: string | null;
  dismissed_at: Date | null;
  dismissed_until: string | null;
  dismissed_reason: string | null;
}

/** The resource of a finding, as the API returns it. */
export function serializeFoundResource(
  row: FoundResourceRow,
): z.input<typeof RecommendationProviderResource> {
  const { provider_account_id: billingAccount, actions, created_at: createdAt, ...resource } = row;
  const { dismissed_at: dismissedAt } = row;
  return {
    ...resource,
    billing_account_id: billingAccount,
    created_at: formatTimestamp(createdAt),
    cost_per_month: row.cost_per_month === null ? null : inCents(row.cost_per_month),
    dismissed_at: dismissedAt && formatTimestamp(dismissedAt),
    resource_id: shortId(row.uuid),
    recommendation_actions: actions.map((action) => ({
      action: action.action,
      description: action.description,
      potential_savings: inCents(action.potential_savings),
      instance_type: action.instance_type ?? null,
      containers: action.containers ?? null,
      remediation_cli_command: action.remediation_cli_command ?? null,
      terraform: action.terraform ?? null,
    })),
  };
}

const inCents = (usd: string) =>
  formatDecimal(new Decimal(usd).toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toFixed());
