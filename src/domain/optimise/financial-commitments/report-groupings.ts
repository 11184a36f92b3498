import { z } from 'zod';
import { openApiSchemas } from '../../../platform/kernel/fields.js';
import { type Sql, sql } from '../../../platform/store/sql.js';

/** SQL of the groupings of commitment reports over the cost lines; empty for lines without a value. */
const columns = {
  cost_type: sql`if(
    charge_group = 'usage' AND lines.commitment_type = 'spot', 'Spot Usage', charge_type
  )`,
  commitment_type: sql`lines.commitment_type`,
  commitment_id: sql`ifNull(lines.commitment_id, '')`,
  service: sql`ifNull(service_code, service)`,
  resource_account_id: sql`ifNull(account_id, '')`,
  provider_account_id: sql`ifNull(provider_account_id, '')`,
  region: sql`ifNull(region, '')`,
  cost_category: sql`ifNull(cost_category, '')`,
  cost_sub_category: sql`ifNull(cost_subcategory, '')`,
  instance_type: sql`ifNull(instance_type, '')`,
  provider: sql`provider`,
  // All tag keys of a line together, so that no line counts twice.
  tag: sql`arrayStringConcat(arraySort(mapKeys(tags)), ', ')`,
} as const;

const isGrouping = (name: string) =>
  Object.hasOwn(columns, name) || (name.startsWith('tag:') && name.length > 'tag:'.length);

/** SQL of a grouping. */
export function groupingSql(name: string): Sql {
  if (name.startsWith('tag:')) return sql`tags[${sql.bind('String', name.slice('tag:'.length))}]`;
  return columns[name as keyof typeof columns];
}

const defaultGroupings = 'cost_type';

/** Body field: a list or comma-joined text, stored joined; none selects the default. */
export const groupingsField = () =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((sent) => splitGroupings(typeof sent === 'string' ? sent : sent.join()))
    .superRefine((names, check) => {
      const unknown = names.find((name) => !isGrouping(name));
      if (unknown !== undefined) {
        check.addIssue({ code: 'custom', message: `has an unknown element: ${unknown}` });
      }
    })
    .transform((names) => (names.length === 0 ? defaultGroupings : [...new Set(names)].join()))
    .register(openApiSchemas, { type: 'array', items: { type: 'string' } })
    .describe(`${Object.keys(columns).join(', ')} or tag:<key>; cost_type by default.`);

/** The names in comma-joined groupings. */
export const splitGroupings = (joined: string): string[] =>
  joined
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
