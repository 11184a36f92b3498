import { expect, test } from 'vitest';
import { newIntegration } from '../../test/cost-fixtures.js';
import { newAccount } from '../../test/harness.js';
import { operatorContext } from '../platform/kernel/operator-context.js';
import { ensureNetworkFlows } from './network-flows.js';

test('the last seven days have flows of every category, added once', async () => {
  const account = await newAccount();
  await newIntegration(account, { provider: 'aws', name: 'AWS' });
  const ctx = await operatorContext(account.app, account.account.token);
  await ensureNetworkFlows(ctx, 1);
  await ensureNetworkFlows(ctx, 1);
  const { body: coverage } = await account.as.get('/v2/network_flow_logs/coverage');
  expect(coverage).toMatchObject({
    file_count: 1,
    first_date: '2026-03-03',
    last_date: '2026-03-09',
  });
  const query = new URLSearchParams({
    date_interval: 'last_7_days',
    groupings: 'traffic_category',
    filter: "network_flow_logs.flow_direction = 'egress'",
  });
  const { body } = await account.as.get(`/v2/network_flow_logs?${query.toString()}`);
  const categories = body.network_flow_logs.map(
    (row: { groupings: { traffic_category: { value: string } } }) =>
      row.groupings.traffic_category.value,
  );
  expect(categories.toSorted()).toEqual(['cross_az', 'cross_region', 'public', 'unknown']);
  // The instance that flows are about can be opened.
  const { resources } = (await account.as.get('/v2/resources?q=storefront-web-1')).body;
  expect(resources.map((each: { type: string }) => each.type).toSorted()).toEqual([
    'aws_instance',
    'aws_network_interface',
  ]);
});
