import { beforeEach, expect, test } from 'vitest';
import { setTime } from '../../../test/clock.js';
import { type Account, newAccount } from '../../../test/harness.js';

let account: Account;
beforeEach(async () => {
  setTime('2026-03-10T09:00:00Z');
  account = await newAccount();
});

const create = (body: object) => account.as.post('/v2/scenario_models', body);
const createModel = async (body: object = {}) => (await create({ title: 'Growth', ...body })).body;
const path = ({ token }: { token: string }) => `/v2/scenario_models/${token}`;

test('all fields of a model but its title are optional', async () => {
  const { status, body } = await create({ title: 'Growth' });
  expect(status).toBe(201);
  expect(body).toEqual({
    token: expect.stringMatching(/^frcst_mdl_[0-9a-f]{16}$/),
    title: 'Growth',
    priority: null,
    workspace_token: null,
    provider: null,
    service: null,
    periods: [],
    created_by_token: account.owner.token,
    created_at: '2026-03-10T09:00:00Z',
    updated_at: '2026-03-10T09:00:00Z',
  });
  expect((await account.as.get(path(body))).body).toEqual(body);
});

test('periods keep their order, amounts are returned as decimal strings', async () => {
  const periods = [
    { start_at: '2026-05-01', end_at: '2026-06-30', amount: 1250.75, amount_type: 'dollar' },
    { start_at: '2026-04-01', amount: -150, amount_type: 'percent' },
    { start_at: '2026-04-01', end_at: null, amount: '0.10', amount_type: 'percent' },
  ];
  const model = await createModel({ periods });
  expect(model.periods).toEqual([
    { start_at: '2026-05-01', end_at: '2026-06-30', amount: '1250.75', amount_type: 'dollar' },
    { start_at: '2026-04-01', end_at: null, amount: '-150.0', amount_type: 'percent' },
    { start_at: '2026-04-01', end_at: null, amount: '0.1', amount_type: 'percent' },
  ]);
  const { body } = await account.as.put(path(model), { periods: [] });
  expect(body.periods).toEqual([]);
});

test.each([
  [{ start_at: '2026-05-02', end_at: '2026-05-01', amount: 1, amount_type: 'dollar' }],
  [{ start_at: '2026-05-02', amount: 1, amount_type: 'euro' }],
  [{ start_at: 'soon', amount: 1, amount_type: 'dollar' }],
  [{ start_at: '2026-05-02', amount: 'much', amount_type: 'dollar' }],
  [{ start_at: '2026-05-02', amount_type: 'dollar' }],
])('the period %j is rejected', async (period) => {
  expect((await create({ title: 'T', periods: [period] })).status).toBe(422);
});

test('a provider requires a workspace, and a service a provider', async () => {
  const workspace_token = account.workspace.token;
  expect((await create({ title: 'T', provider: 'aws' })).status).toBe(422);
  expect((await create({ title: 'T', workspace_token, service: 'EC2' })).status).toBe(422);
  const model = await createModel({ workspace_token, provider: 'aws', service: 'EC2' });
  expect((await account.as.put(path(model), { provider: null })).status).toBe(422);
  const cleared = await account.as.put(path(model), { provider: '', service: '' });
  expect(cleared.body).toMatchObject({ provider: null, service: null, workspace_token });
  const accountWide = await createModel();
  expect((await account.as.put(path(accountWide), { provider: null })).status).toBe(422);
  expect((await create({ title: 'T', workspace_token: 'wrkspc_x' })).status).toBe(422);
});

test('updated_at changes with title, priority and periods, not with provider and service', async () => {
  const workspace_token = account.workspace.token;
  const model = await createModel({
    workspace_token,
    provider: 'aws',
    service: 'EC2',
    priority: 3,
  });
  setTime('2026-03-10T10:00:00Z');
  const cleared = await account.as.put(path(model), { service: null });
  expect(cleared.body).toMatchObject({ service: null, updated_at: '2026-03-10T09:00:00Z' });
  const changed = await account.as.put(path(model), { priority: null });
  expect(changed.body).toMatchObject({ priority: null, updated_at: '2026-03-10T10:00:00Z' });
});

test('models of a workspace are visible only to users with access to it', async () => {
  const second = (await account.as.post('/v2/workspaces', { name: 'Second' })).body.token;
  const hidden = await createModel({ workspace_token: second });
  const shared = await createModel();
  await account.setEveryoneAccess(second, null);
  const editor = await account.newUser('editor');
  const { body } = await editor.as.get('/v2/scenario_models');
  expect(body.scenario_models.map((each: { token: string }) => each.token)).toEqual([shared.token]);
  expect((await editor.as.get(path(hidden))).status).toBe(404);
  expect((await editor.as.put(path(shared), { title: 'Mine' })).status).toBe(200);
});

test('viewers cannot create models, and service tokens have no access', async () => {
  const viewer = await account.newUser('viewer');
  expect((await viewer.as.post('/v2/scenario_models', { title: 'T' })).status).toBe(403);
  expect((await viewer.as.get('/v2/scenario_models')).status).toBe(200);
  const service = await account.serviceToken(account.everyone.token, 'owner');
  expect((await service.get('/v2/scenario_models')).status).toBe(403);
  expect((await service.post('/v2/scenario_models', { title: 'T' })).status).toBe(403);
});
