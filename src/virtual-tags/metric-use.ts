import type { Db } from '../store/tables.js';

/** The key of a virtual tag that shares costs out by a business metric, if there is one. */
export async function findTagUsingMetric(
  db: Db,
  businessMetricToken: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('virtual_tag_values')
    .innerJoin(
      'virtual_tag_configs',
      'virtual_tag_configs.token',
      'virtual_tag_values.config_token',
    )
    .select('virtual_tag_configs.key')
    .where('virtual_tag_values.business_metric_token', '=', businessMetricToken)
    .orderBy('virtual_tag_configs.id')
    .executeTakeFirst();
  return row?.key;
}
