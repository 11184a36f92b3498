import { type Account, testApp } from './harness.js';

/** A value in the short form of tests: a filter, and one of the four kinds. */
interface TestValue {
  filter: string;
  name?: string;
  percentages?: Record<string, number>;
  costMetric?: { filter: string; tag: string };
  metric?: { token: string; label_values?: string[]; label_transforms?: object[] };
  dates?: [start: string | null, end: string | null][];
}

export interface TestVirtualTag {
  key: string;
  values: TestValue[];
  overridable?: boolean;
  since?: string;
  collapsed?: { key: string; providers?: string[]; filter?: string }[];
}

let count = 0;

/** Stores a virtual tag without going through the API. */
export async function storeVirtualTag(account: Account, config: TestVirtualTag): Promise<void> {
  const { db } = (await testApp()).services;
  count += 1;
  const token = `vtag_test_${count}`;
  const now = new Date('2026-03-10T09:00:00Z');
  await db
    .insertInto('virtual_tag_configs')
    .values({
      token,
      account_token: account.workspace.account_token,
      key: config.key,
      overridable: config.overridable ?? false,
      backfill_until: config.since ?? '2020-01-01',
      collapsed_tag_keys: JSON.stringify(
        (config.collapsed ?? []).map(({ key, providers = [], filter = null }) => ({
          key,
          providers,
          filter,
        })),
      ),
      created_by: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  for (const [position, value] of config.values.entries()) {
    await db
      .insertInto('virtual_tag_values')
      .values({
        token: `vtag_val_test_${count}_${position}`,
        config_token: token,
        position,
        filter: value.filter,
        ...definitionOf(value),
        date_ranges: JSON.stringify(
          (value.dates ?? []).map(([start_date, end_date]) => ({ start_date, end_date })),
        ),
      })
      .execute();
  }
}

function definitionOf({ name, percentages, costMetric, metric }: TestValue) {
  if (name !== undefined) return kindOf('name', { name });
  if (percentages !== undefined) {
    const list = Object.entries(percentages).map(([value, pct]) => ({ value, pct }));
    return kindOf('percentages', { percentages: list });
  }
  if (costMetric !== undefined) {
    const { filter, tag } = costMetric;
    return kindOf('cost_metric', { cost_metric: { filter, aggregation: { tag } } });
  }
  const { token, label_values = [], label_transforms = [] } = metric!;
  return {
    ...kindOf('business_metric', { label_values, label_transforms }),
    business_metric_token: token,
  };
}

const kindOf = (
  kind: 'name' | 'percentages' | 'cost_metric' | 'business_metric',
  body: object,
) => ({
  kind,
  definition: JSON.stringify(body),
  business_metric_token: null as string | null,
});
