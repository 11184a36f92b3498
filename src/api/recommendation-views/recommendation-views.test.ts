import { expect, test } from 'vitest';
import { newAccount } from '../../../test/harness.js';

test('a view keeps its filters in order, and null clears them', async () => {
  const { as, workspace } = await newAccount();
  const created = await as.post('/v2/recommendation_views', {
    title: 'Storage',
    workspace_token: workspace.token,
    provider_ids: ['gcp', 'aws'],
    regions: ['us-east-1', 'eu-west-1'],
    types: ['aws:ebs:gp2-to-gp3'],
    tag_key: 'team',
    tag_value: 'storage',
    start_date: '2026-01-01',
    min_savings: 12.5,
  });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  expect(created.body).toMatchObject({
    token: expect.stringMatching(/^rec_vw_/),
    title: 'Storage',
    workspace_token: workspace.token,
    provider_ids: ['gcp', 'aws'],
    billing_account_ids: [],
    account_ids: [],
    regions: ['us-east-1', 'eu-west-1'],
    types: ['aws:ebs:gp2-to-gp3'],
    tag_key: 'team',
    tag_value: 'storage',
    start_date: '2026-01-01',
    end_date: null,
    min_savings: 12.5,
  });
  const path = `/v2/recommendation_views/${created.body.token}`;
  const updated = await as.put(path, {
    regions: [],
    account_ids: null,
    tag_key: null,
    tag_value: null,
    min_savings: null,
    end_date: '2026-02-01',
  });
  expect(updated.body).toEqual({
    ...created.body,
    regions: [],
    tag_key: null,
    tag_value: null,
    min_savings: null,
    end_date: '2026-02-01',
  });
  const { body } = await as.get('/v2/recommendation_views?q=STOR');
  expect(body.recommendation_views).toEqual([updated.body]);
  for (const refused of [
    { tag_key: 'team' },
    { types: ['aws:ebs'] },
    { provider_ids: ['oracle'] },
    { start_date: '2026-02-02' },
    { min_savings: -1 },
  ]) {
    expect((await as.put(path, refused)).status, JSON.stringify(refused)).toBe(400);
  }
  expect((await as.delete(path)).status).toBe(204);
  expect((await as.get(path)).status).toBe(404);
});

test('a view needs a title and a workspace', async () => {
  const { as, workspace } = await newAccount();
  const post = async (body: object) => (await as.post('/v2/recommendation_views', body)).status;
  expect(await post({ workspace_token: workspace.token })).toBe(400);
  expect(await post({ title: 'Storage' })).toBe(400);
  expect(await post({ title: ' ', workspace_token: workspace.token })).toBe(422);
});
