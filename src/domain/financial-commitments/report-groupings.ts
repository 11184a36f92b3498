import { z } from 'zod';
import { openApiSchemas } from '../../platform/kernel/fields.js';

/** SQL of the groupings of commitment reports over the cost lines; empty for lines without a value. */
const columns = {
  cost_type: `if(charge_group = 'usage' AND lines.commitment_type = 'spot', 'Spot Usage', charge_type)`,
  commitment_type: 'lines.commitment_type',
  commitment_id: `ifNull(lines.commitment_id, '')`,
  service: 'ifNull(service_code, service)',
  resource_account_id: `ifNull(account_id, '')`,
  provider_account_id: `ifNull(provider_account_id, '')`,
  region: `ifNull(region, '')`,
  cost_category: `ifNull(cost_category, '')`,
  cost_sub_category: `ifNull(cost_subcategory, '')`,
  instance_type: `ifNull(instance_type, '')`,
  provider: 'provider',
  // All tag keys of a line together, so that no line counts twice.
  tag: `arrayStringConcat(arraySort(mapKeys(tags)), ', ')`,
} as const;

const isGrouping = (name: string) =>
  Object.hasOwn(columns, name) || (name.startsWith('tag:') && name.length > 'tag:'.length);

/** SQL of a grouping; `bind` binds the key of a tag. */
export function groupingSql(name: string, bind: (type: string, value: string) => string): string {
  if (name.startsWith('tag:')) return `tags[${bind('String', name.slice('tag:'.length))}]`;
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
