import { z } from 'zod';
import {
  type CostQuery,
  groupColumns,
  splitsByUnit,
  groupingName,
  type CostRow,
} from '../../domain/costs/query/index.js';

/** What identifies a group in responses. */
export const groupFields = {
  group: z
    .record(z.string(), z.union([z.string(), z.boolean()]).nullable())
    .describe('Value of each grouping, such as {"service":"S3","tag:team":null}.'),
  resource_name: z.string().nullable().optional(),
};

export function serializeGroup(row: CostRow, query: CostQuery) {
  const values = groupColumns(query).map(
    ({ name, grouping }) => [groupingName(grouping), row[name as `g${number}`] ?? null] as const,
  );
  return {
    group: {
      ...Object.fromEntries(values),
      ...(splitsByUnit(query) && { usage_unit: row.unit ?? null }),
    },
    ...('resource_name' in row && { resource_name: row.resource_name }),
  };
}
