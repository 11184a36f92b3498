import { z } from 'zod';
import { type CostPlan, type CostRow, groupingName } from '../../domain/costs/query/index.js';

/** What identifies a group in responses. */
export const groupFields = {
  group: z
    .record(z.string(), z.union([z.string(), z.boolean()]).nullable())
    .describe('Value of each grouping, such as {"service":"S3","tag:team":null}.'),
  resource_name: z.string().nullable().optional(),
};

export function serializeGroup(row: CostRow, { groups, byUnit }: CostPlan) {
  const values = groups.map(
    ({ name, grouping }) => [groupingName(grouping), row[name as `g${number}`] ?? null] as const,
  );
  return {
    group: {
      ...Object.fromEntries(values),
      ...(byUnit && { usage_unit: row.unit ?? null }),
    },
    ...('resource_name' in row && { resource_name: row.resource_name }),
  };
}
