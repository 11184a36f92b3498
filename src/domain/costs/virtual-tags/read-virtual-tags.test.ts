import { expect, test } from 'vitest';
import { newAccount } from '../../../../test/harness.js';
import { checkFilter } from '../vql/index.js';
import { readVirtualTags } from './read-virtual-tags.js';

const aws = "costs.provider = 'aws'";
const filter = checkFilter('virtual_tag_value', aws);
const token = expect.any(String);

test('reads the virtual tags of an account with parsed filters', async () => {
  const account = await newAccount();
  const { token: metric } = (await account.as.post('/v2/business_metrics', { title: 'Orders' }))
    .body;
  const create = (body: object) => account.as.post('/v2/virtual_tag_configs', body);
  const transform = { type: 'split', delimiter: '-', index: 1 };
  await create({
    key: 'Team',
    overridable: false,
    backfill_until: '2025-11-17',
    collapsed_tag_keys: [
      { key: 'team', providers: ['openai'] },
      { key: 'squad', filter: aws },
    ],
    values: [
      { filter: aws, name: 'web', date_ranges: [{ end_date: '2025-12-31' }] },
      { filter: aws, percentages: [{ value: 'a', pct: 33.33 }] },
      { filter: aws, cost_metric: { filter: aws, aggregation: { tag: 'env' } } },
      { filter: aws, business_metric_token: metric, label_values: ['x'] },
      { filter: aws, business_metric_token: metric, label_key: 'k', label_transforms: [transform] },
    ],
  });
  await create({ key: 'Env', overridable: true });
  const always = { token, filter, dateRanges: [] };
  const byMetric = { kind: 'business_metric', metric };
  expect(await readVirtualTags(account.app.services.db, account.account.token)).toEqual([
    {
      token,
      key: 'Team',
      overridable: false,
      since: '2025-11-01',
      values: [
        {
          ...always,
          dateRanges: [{ start: null, end: '2025-12-31' }],
          result: { kind: 'name', name: 'web' },
        },
        {
          ...always,
          result: { kind: 'percentages', percentages: [{ value: 'a', pct: '33.33' }] },
        },
        { ...always, result: { kind: 'cost_metric', filter, tag: 'env' } },
        {
          ...always,
          result: { ...byMetric, labelKey: null, labelValues: ['x'], transforms: [] },
        },
        {
          ...always,
          result: { ...byMetric, labelKey: 'k', labelValues: [], transforms: [transform] },
        },
      ],
      collapsed: [
        { key: 'team', providers: ['open_ai'], filter: null },
        { key: 'squad', providers: [], filter },
      ],
    },
    { token, key: 'Env', overridable: true, since: '2026-03-01', values: [], collapsed: [] },
  ]);
});
