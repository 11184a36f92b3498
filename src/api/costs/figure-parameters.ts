import { z } from 'zod';
import {
  type CostQuery,
  type Grouping,
  groupingName,
  type AmountKey,
  planCosts,
} from '../../domain/costs/query/index.js';
import { ShapeFailure } from '../../platform/lib/errors.js';
import { parseTimestamp } from '../../platform/lib/time.js';

const Group = z.record(z.string(), z.union([z.string(), z.boolean()]).nullable());

/** Query parameters that identify one figure in the response of GET /costs. */
export const figureParameters = {
  accrued_at: z
    .string()
    .refine((text) => parseTimestamp(text) !== undefined, { error: 'is invalid' })
    .optional()
    .describe('accrued_at of the figure; if absent, the figure is that of all days together.'),
  currency: z
    .string()
    .optional()
    .describe('currency of the figure; by default that of the workspace.'),
  group: z
    .string()
    .transform((text, check) => {
      const group = Group.safeParse(parseJson(text));
      if (group.success) return group.data;
      check.addIssue({ code: 'custom', message: 'is not a JSON object of strings' });
      return z.NEVER;
    })
    .optional()
    .describe(
      'JSON object with the value of each grouping, such as {"service":"S3","tag:team":null}; if absent, the total over all groups.',
    ),
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface FigureParameters {
  accrued_at?: string;
  currency?: string;
  group?: z.output<typeof Group>;
}

/** The figure that the parameters identify in the result of a query. */
export function resolveFigure(
  { accrued_at, currency, group = {} }: FigureParameters,
  query: CostQuery,
): AmountKey {
  return {
    accruedAt: accrued_at ?? query.startDate,
    currency: currency ?? query.conversion.to,
    values: groupingsOf(query).map((grouping) => {
      const name = groupingName(grouping);
      const value = Object.hasOwn(group, name) ? group[name] : undefined;
      if (value === undefined) throw new ShapeFailure([`group has no value for ${name}`]);
      if (value !== null && typeof value !== (name === 'tagged' ? 'boolean' : 'string')) {
        throw new ShapeFailure([`group has no valid value for ${name}`]);
      }
      return { grouping, value };
    }),
  };
}

/** Usage is always grouped by unit, whether or not the request groups by it. */
function groupingsOf(query: CostQuery): Grouping[] {
  const unit: Grouping = { kind: 'dimension', name: 'usage_unit' };
  const rest = query.groupings.filter((grouping) => groupingName(grouping) !== 'usage_unit');
  return planCosts(query).byUnit ? [...rest, unit] : rest;
}
