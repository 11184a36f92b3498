import { beforeEach, describe, expect, test } from 'vitest';
import { type Account, newAccount } from '../../../test/harness.js';

let account: Account;
beforeEach(async () => {
  account = await newAccount();
});

const createCustom = async (name = 'Own') =>
  (await account.as.post('/v2/integrations/custom_provider', { name })).body;

describe('a new integration', () => {
  test('of a custom provider is connected, has its name, and is in no workspace', async () => {
    const { status, body } = await account.as.post('/v2/integrations/custom_provider', {
      name: 'Own',
      description: 'never returned',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      token: expect.stringMatching(/^accss_crdntl_[0-9a-f]{16}$/),
      provider: 'custom_provider',
      account_identifier: 'Own',
      status: 'connected',
      last_updated: null,
      workspace_tokens: [],
      managed_account_tokens: [],
      managed_accounts: [],
      created_at: '2026-03-10T09:00:00Z',
    });
    expect((await createCustom()).token).not.toBe(body.token);
  });

  test('of GCP and Azure is pending, and never exposes its secrets', async () => {
    const gcp = await account.as.post('/v2/integrations/gcp', {
      billing_account_id: '0123-45',
      project_id: 'p',
      dataset_name: 'd',
    });
    expect(gcp).toMatchObject({
      status: 201,
      body: { provider: 'gcp', account_identifier: '0123-45', status: 'pending' },
    });
    const azure = await account.as.post('/v2/integrations/azure', {
      tenant: 'tnt',
      app_id: 'app',
      password: 'hush-hush',
    });
    expect(azure.body).toMatchObject({ account_identifier: 'tnt', status: 'pending' });
    const { audit_logs } = (await account.as.get('/v2/audit_logs')).body;
    expect(audit_logs[0]).toMatchObject({
      object_type: 'Integration',
      event: 'record_created',
      changed_values: { password: [null, '[FILTERED]'], app_id: [null, 'app'] },
    });
    const exposed = JSON.stringify([azure.body, audit_logs]);
    expect(exposed).not.toContain('hush-hush');
    const row = await account.app.services.db
      .selectFrom('integrations')
      .selectAll()
      .where('token', '=', azure.body.token)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify({ ...row, secrets: row.secrets!.toString('latin1') })).not.toContain(
      'hush-hush',
    );
    expect(account.app.services.vault.open(row.secrets!)).toEqual({ password: 'hush-hush' });
  });

  test.each([
    ['custom_provider', { name: ' ' }, "name can't be blank"],
    ['custom_provider', {}, 'name is missing'],
    [
      'gcp',
      { billing_account_id: 'b', project_id: '', dataset_name: 'd' },
      "project_id can't be blank",
    ],
    ['azure', { tenant: 't', app_id: 'a' }, 'password is missing'],
  ])('of %s with %o is rejected', async (kind, body, text) => {
    const response = await account.as.post(`/v2/integrations/${kind}`, body);
    expect(response).toMatchObject({ status: 400, body: { errors: [text] } });
  });
});

describe('workspaces', () => {
  test('replace the list in order, and must not be empty or unknown', async () => {
    const { token } = await createCustom();
    const path = `/v2/integrations/${token}`;
    const other = (await account.as.post('/v2/workspaces', { name: 'Other' })).body.token;
    const both = [other, account.workspace.token];
    expect((await account.as.put(path, { workspace_tokens: both })).body.workspace_tokens).toEqual(
      both,
    );
    expect((await account.as.put(path, {})).body.workspace_tokens).toEqual(both);
    expect((await account.as.put(path, { workspace_tokens: null })).body.workspace_tokens).toEqual(
      both,
    );
    expect((await account.as.put(path, { workspace_tokens: [] })).status).toBe(400);
    expect((await account.as.put(path, { workspace_tokens: ['wrkspc_x'] })).status).toBe(400);
    expect((await account.as.get(path)).body.workspace_tokens).toEqual(both);
    const { audit_logs } = (await account.as.get('/v2/audit_logs')).body;
    expect(audit_logs[0].changed_values).toEqual({ workspace_tokens: [[], both] });
  });

  test('that an integration owner cannot reach hide their integrations from them', async () => {
    const { token } = await createCustom('Payroll');
    const path = `/v2/integrations/${token}`;
    const hidden = (await account.as.post('/v2/workspaces', { name: 'Payroll' })).body.token;
    await account.setEveryoneAccess(hidden, null);
    const { as } = await account.newUser('integration_owner');
    const own = account.workspace.token;
    expect((await as.get(path)).status).toBe(200);
    await account.as.put(path, { workspace_tokens: [hidden] });
    expect((await as.get(path)).status).toBe(404);
    expect((await as.put(path, { workspace_tokens: [own] })).status).toBe(404);
    expect((await as.delete(path)).status).toBe(404);
    expect((await as.get('/console/integrations')).body.integrations).toEqual([]);
    const location = { url: 's3://bucket', endpoint: 'https://attacker.example' };
    expect((await as.put(`/console/integrations/${token}/location`, location)).status).toBe(404);
    expect((await as.post('/console/imports?integration=Payroll', 'x')).status).toBe(404);
    await account.as.put(path, { workspace_tokens: [hidden, own] });
    expect((await as.put(path, { workspace_tokens: [own] })).status).toBe(403);
    expect((await as.delete(path)).status).toBe(403);
    expect((await as.put(path, { workspace_tokens: [own, hidden] })).status).toBe(200);
    expect((await account.as.put(path, { workspace_tokens: [own] })).status).toBe(200);
    expect((await as.delete(path)).status).toBe(204);
  });

  test('determine who can read; integration owners also read those in no workspace', async () => {
    const { token } = await createCustom();
    const path = `/v2/integrations/${token}`;
    const viewer = await account.newUser('viewer');
    const integrationOwner = await account.newUser('integration_owner');
    expect((await viewer.as.get(path)).status).toBe(404);
    expect((await viewer.as.get('/v2/integrations')).body.integrations).toEqual([]);
    expect((await integrationOwner.as.get(path)).status).toBe(200);
    const body = { workspace_tokens: [account.workspace.token] };
    expect((await integrationOwner.as.put(path, body)).status).toBe(200);
    expect((await viewer.as.get(path)).status).toBe(200);
    expect((await viewer.as.get('/v2/integrations')).body.integrations).toHaveLength(1);
    for (const role of ['viewer', 'editor'] as const) {
      const { as } = await account.newUser(role);
      expect((await as.put(path, body)).status).toBe(403);
      expect((await as.delete(path)).status).toBe(403);
      expect((await as.post('/v2/integrations/custom_provider', { name: 'X' })).status).toBe(403);
      expect((await as.delete(`${path}/costs/usr_csts_upld_1`)).status).toBe(403);
    }
    await account.setEveryoneAccess(account.workspace.token, null);
    expect((await viewer.as.get(path)).status).toBe(404);
  });
});

describe('the list', () => {
  const tokensOf = async (query: string) =>
    (await account.as.get(`/v2/integrations${query}`)).body.integrations?.map(
      (each: { token: string }) => each.token,
    );

  test('is filtered by provider and account', async () => {
    const [one, two] = [await createCustom('One'), await createCustom('Two')];
    const gcp = { billing_account_id: 'G', project_id: 'p', dataset_name: 'd' };
    const { body: third } = await account.as.post('/v2/integrations/gcp', gcp);
    expect(await tokensOf('')).toEqual([one.token, two.token, third.token]);
    expect(await tokensOf('?provider=gcp')).toEqual([third.token]);
    expect(await tokensOf('?provider=custom_provider')).toEqual([one.token, two.token]);
    expect(await tokensOf(`?provider=custom_provider:${two.token}`)).toEqual([two.token]);
    expect(await tokensOf('?provider=custom_provider&account_identifier=Two')).toEqual([two.token]);
    expect(await tokensOf('?provider=aws&account_identifier=Two')).toEqual([]);
    expect(await tokensOf('?limit=1&page=2')).toEqual([two.token]);
  });

  test('rejects an account without a provider, and unknown providers', async () => {
    expect((await account.as.get('/v2/integrations?account_identifier=Two')).status).toBe(400);
    expect((await account.as.get('/v2/integrations?provider=acme')).body.errors).toEqual([
      'provider does not have a valid value',
    ]);
  });
});
