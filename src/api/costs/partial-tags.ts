import { z } from 'zod';
import type { CostQuery } from '../../domain/costs/query/index.js';

export const PartialTags = z
  .array(
    z.object({
      key: z.string(),
      values_since: z.string().describe('First day that its rules apply to.'),
    }),
  )
  .optional()
  .describe('Virtual tags whose rules do not apply to all days that are compared.');

/** Virtual tags of a query that have no values on the first of the compared days; absent where all have. */
export function partialTags(
  { condition }: CostQuery,
  firstDay: string,
): { partial_tags?: z.output<typeof PartialTags> } {
  const partial = condition.virtualTags.filter(({ since }) => since > firstDay);
  if (partial.length === 0) return {};
  return { partial_tags: partial.map(({ key, since }) => ({ key, values_since: since })) };
}
