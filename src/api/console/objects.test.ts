import { beforeAll, expect, test } from 'vitest';
import { type Account, newAccount } from '../../../test/harness.js';
import { kinds } from '../../domain/sharing/kinds/index.js';

let account: Account;
beforeAll(async () => {
  account = await newAccount();
});

async function create(list: string, body: object): Promise<string> {
  const workspace_token = account.workspace.token;
  const response = await account.as.post(`/v2/${list}`, { ...body, workspace_token });
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  return response.body.token;
}

const named = async (tokens: readonly string[], client = account.as) =>
  (await client.get(`/console/objects?tokens=${tokens.join()}`)).body.objects;
const search = async (query: string, client = account.as) =>
  (await client.get(`/console/objects/search?${query}`)).body.objects;

test('objects of any kind are named by their tokens; unknown and hidden ones are left out', async () => {
  const report = await create('cost_reports', { title: 'Web' });
  const budget = await create('budgets', { name: 'Year', periods: [] });
  const team = (await account.as.post('/v2/teams', { name: 'Ops' })).body.token;
  const tokens = [team, 'rprt_0000000000000000', report, 'nonsense', budget, account.owner.token];
  expect(await named(tokens)).toEqual([
    { token: team, kind: 'Team', title: 'Ops' },
    { token: report, kind: 'Cost Report', title: 'Web' },
    { token: budget, kind: 'Budget', title: 'Year' },
    { token: account.owner.token, kind: 'User', title: account.owner.name ?? account.owner.email },
  ]);
  expect(await named(tokens, (await newAccount()).as)).toEqual([]);
  const viewer = await account.newUser('viewer');
  expect(await named([account.owner.token], viewer.as)).toEqual([]);
  const many = Array.from({ length: 201 }, (_, index) => `rprt_${index}`);
  expect((await account.as.get(`/console/objects?tokens=${many.join()}`)).body.errors).toEqual([
    'tokens must be at most 200',
  ]);
});

test('an object is found by a part of its title, however many there are of its kind', async () => {
  await account.app.services.db
    .insertInto('saved_filters')
    .values(
      Array.from({ length: 1001 }, (_, index) => ({
        token: `svd_fltr_${index.toString(16).padStart(16, '0')}`,
        account_token: account.account.token,
        workspace_token: account.workspace.token,
        title: `Filter ${index}`,
        created_at: new Date(),
      })),
    )
    .execute();
  expect(await search('q=FILTER%201000')).toEqual([
    { token: 'svd_fltr_00000000000003e8', kind: 'Saved Filter', title: 'Filter 1000' },
  ]);
  expect(await named(['svd_fltr_00000000000003e8'])).toMatchObject([{ title: 'Filter 1000' }]);
  expect(await search('q=filter&limit=3')).toHaveLength(3);
  expect(await search('q=filter%201000', (await newAccount()).as)).toEqual([]);
});

test('every kind that access grants can name is offered for them', async () => {
  const grantable = kinds.filter(({ isGrantable }) => isGrantable).map(({ kind }) => kind);
  expect(grantable.toSorted()).toEqual([
    'Canvas',
    'Cost Report',
    'Dashboard',
    'Financial Commitment Report',
    'Folder',
    'Kubernetes Efficiency Report',
    'Managed Account',
    'Recommendation View',
    'Resource Report',
    'Saved Filter',
    'Segment',
  ]);
  await create('folders', { title: 'Shared by grants' });
  await create('resource_reports', { title: 'Shared by grants' });
  await create('recommendation_views', { title: 'Shared by grants' });
  await create('budgets', { name: 'Shared by grants', periods: [] });
  const offered = await search('q=shared%20by%20grants&grantable=true');
  expect(offered.map(({ kind }: { kind: string }) => kind)).toEqual([
    'Folder',
    'Recommendation View',
    'Resource Report',
  ]);
});

test('a prefix stands for one kind', () => {
  const prefixes = kinds.map(({ prefix }) => prefix);
  expect(new Set(prefixes).size).toBe(prefixes.length);
});
