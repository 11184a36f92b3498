import { expect, test } from 'vitest';
import { importCharges } from '../../../test/cost-fixtures.js';
import { newAccount } from '../../../test/harness.js';

const aws = "costs.provider = 'aws'";

test('a preview shows which amounts move between values and stores nothing', async () => {
  const account = await newAccount();
  const day = '2026-03-02';
  await importCharges(account, [
    { day, cost: '10', account: '42' },
    { day, cost: '20', account: '7', tags: { Team: 'legacy' } },
    { day, cost: '0.5', provider: 'Google Cloud' },
  ]);
  const stored = await account.as.post('/v2/virtual_tag_configs', {
    key: 'Team',
    overridable: true,
    values: [{ filter: `${aws} AND costs.account_id = '42'`, name: 'mobile' }],
  });
  expect(stored.status).toBe(201);
  const preview = (body: object) =>
    account.as.post('/v2/virtual_tag_configs/preview', {
      key: 'Team',
      overridable: true,
      workspace_token: account.workspace.token,
      start_date: '2026-03-01',
      end_date: '2026-03-10',
      ...body,
    });
  const values = [
    {
      filter: aws,
      percentages: [
        { value: 'mobile', pct: 40 },
        { value: 'web', pct: 60 },
      ],
    },
  ];
  const { status, body } = await preview({ token: stored.body.token, values });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    currency: 'USD',
    values: [
      { value: 'legacy', amount: '0.0', previous_amount: '20.0', lines: [] },
      { value: 'mobile', amount: '12.0', previous_amount: '10.0' },
      { value: 'web', amount: '18.0', previous_amount: '0.0' },
    ],
    unallocated: { amount: '0.5', previous_amount: '0.5' },
    moves: [
      { from: 'legacy', to: 'web', amount: '12.0' },
      { from: 'legacy', to: 'mobile', amount: '8.0' },
      { from: 'mobile', to: 'web', amount: '6.0' },
    ],
  });
  expect(body.values[2].lines).toMatchObject([
    { account_id: '7', amount: '12.0' },
    { account_id: '42', amount: '6.0' },
  ]);
  const after = await account.as.get(`/v2/virtual_tag_configs/${stored.body.token}`);
  expect(after.body).toEqual(stored.body);

  const unrelated = await preview({ key: 'Unit', values: [{ filter: aws, name: 'all' }] });
  expect(unrelated.body).toMatchObject({
    values: [{ value: 'all', amount: '30.0', previous_amount: '0.0' }],
    moves: [{ from: null, to: 'all', amount: '30.0' }],
  });
  expect((await account.as.get('/v2/virtual_tag_configs')).body.virtual_tag_configs).toHaveLength(
    1,
  );
  expect((await preview({ key: 'Team', values: [] })).status).toBe(422);
});
