import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importCharges } from '../../../test/cost-fixtures.js';
import { type Account, clientFor, newAccount } from '../../../test/harness.js';
import { startMailServer } from '../../../test/mail-server.js';
import { newChildAccount } from '../../../test/child-accounts.js';
import { openQueues, takeQueued } from '../../../test/queued-jobs.js';
import { newToken } from '../../platform/lib/tokens.js';

let parent: Account;
beforeAll(openQueues);
beforeEach(async () => {
  parent = await newAccount();
});

const path = '/v2/managed_accounts';
const email = () => `customer-${randomUUID()}@example.com`;
const create = (more: object = {}) =>
  parent.as.post(path, { name: 'Acme', contact_email: email(), ...more });
const createIntegration = async (name = 'Own'): Promise<string> =>
  (await parent.as.post('/v2/integrations/custom_provider', { name })).body.token;

/** A rule as it is stored; how rules are created is none of these tests' business. */
async function newRule(execution_group: number, apply_to_all = false): Promise<string> {
  const token = newToken('bllng_rule');
  await parent.app.services.db
    .insertInto('billing_rules')
    .values({
      token,
      account_token: parent.account.token,
      type: 'charge',
      title: 'Rule',
      apply_to_all,
      execution_group,
      created_at: new Date(),
    })
    .execute();
  return token;
}

describe('a new managed account', () => {
  test('has the defaults of the API, and no key is missing', async () => {
    const contact_email = email();
    const { status, body } = await create({ contact_email });
    expect(status).toBe(201);
    expect(body).toEqual({
      token: expect.stringMatching(/^acct_[0-9a-f]{16}$/),
      name: 'Acme',
      contact_email,
      parent_account_token: parent.account.token,
      access_credential_tokens: [],
      billing_rule_tokens: [],
      email_domain: null,
      msp_billing_profile_token: null,
      payment_terms_days: 10,
      include_managed_account_integrations: false,
      billing_information_attributes: {
        token: expect.stringMatching(/^blng_info_[0-9a-f]{16}$/),
        company_name: null,
        country_code: null,
        address_line_1: null,
        address_line_2: null,
        city: null,
        state: null,
        postal_code: null,
        billing_email: [],
      },
      business_information_attributes: {
        token: expect.stringMatching(/^bsns_info_[0-9a-f]{16}$/),
        metadata: { custom_fields: [] },
      },
      sso_connection: null,
      rebilling_failure: null,
    });
    expect((await parent.as.get(path)).body.managed_accounts).toEqual([body]);
    expect((await parent.as.get(`${path}/${body.token}`)).body).toEqual(body);
  });

  test('has a workspace, the team Everyone and its contact as invited owner', async () => {
    const child = await newChildAccount(parent, { contact_email: 'Contact@Example.org' });
    const { workspaces } = (await child.as.get('/v2/workspaces')).body;
    expect(workspaces.map(({ name }: { name: string }) => name)).toEqual(['Default']);
    expect((await child.as.get('/v2/teams')).body.teams[0].name).toBe('Everyone');
    expect((await child.as.get('/v2/users')).body.users).toMatchObject([
      { email: 'Contact@Example.org', role: 'Owner', name: null },
    ]);
    await parent.as.delete(`${path}/${child.account.token}`);
  });

  test('whose contact logs in elsewhere has no user of that address, and says nothing about it', async () => {
    const other = await newAccount();
    const { status, body } = await create({ contact_email: other.owner.email });
    expect(status).toBe(201);
    const users = await parent.app.services.db
      .selectFrom('users')
      .select('email')
      .where('account_token', '=', body.token)
      .execute();
    expect(users).toEqual([]);
  });

  test('is refused where a name, address, domain or rule is wrong or taken', async () => {
    const taken = await create({ email_domain: 'Acme.example' });
    expect((await parent.as.get(path)).body.managed_accounts[0].email_domain).toBe('Acme.example');
    const cases: [object, string][] = [
      [{ name: ' ' }, "name can't be blank"],
      [{ contact_email: 'nobody' }, 'contact_email'],
      [{ contact_email: taken.body.contact_email.toUpperCase() }, 'contact_email is already used'],
      [{ email_domain: 'acme.EXAMPLE' }, 'email_domain is already used'],
      [{ email_domain: 'no domain' }, 'email_domain must be a host name'],
      [{ billing_rule_tokens: ['bllng_rule_0'] }, 'Billing rule not found'],
      [{ msp_billing_profile_token: 'blng_prfl_0' }, 'Billing profile not found'],
    ];
    for (const [more, message] of cases) {
      const { status, body } = await create(more);
      expect([status, body.errors[0]]).toEqual([400, expect.stringContaining(message)]);
    }
    const { status } = await parent.as.post(path, {});
    expect(status).toBe(400);
    // Another management account may know the same contact; a domain belongs to one account only.
    const other = await newAccount();
    const { contact_email } = taken.body;
    const same = await other.as.post(path, { name: 'Acme', contact_email });
    expect(same.status).toBe(201);
    expect((await parent.as.get(path)).body.managed_accounts).toHaveLength(1);
    await parent.as.delete(`${path}/${taken.body.token}`);
  });

  test('cannot have managed accounts itself', async () => {
    const child = await newChildAccount(parent);
    const { status, body } = await child.as.post(path, { name: 'X', contact_email: email() });
    expect([status, body.errors]).toEqual([403, ['A managed account has no managed accounts']]);
    expect((await child.as.get(path)).body.managed_accounts).toEqual([]);
  });

  test('is written by owners and integration owners, and hidden by the denial of any team', async () => {
    const { body } = await create();
    const [editor, manager] = [
      await parent.newUser('editor'),
      await parent.newUser('integration_owner'),
    ];
    const one = `${path}/${body.token}`;
    expect((await editor.as.put(one, { name: 'B' })).status).toBe(403);
    expect((await manager.as.put(one, { name: 'B' })).body.name).toBe('B');
    expect((await editor.as.get(one)).status).toBe(200);
    const denying = await parent.newTeam('Denied', { [editor.token]: 'editor' });
    for (const [team_token, access] of [
      [denying, 'denied'],
      [parent.everyone.token, 'allowed'],
    ]) {
      const grant = { resource_token: body.token, team_token, access };
      expect((await parent.as.post('/v2/access_grants', grant)).status).toBe(201);
    }
    expect((await editor.as.get(one)).status).toBe(404);
    expect((await editor.as.get(path)).body.managed_accounts).toEqual([]);
    expect((await manager.as.get(one)).status).toBe(200);
    await parent.as.delete(one);
    expect((await parent.as.get('/v2/access_grants')).body.access_grants).toEqual([]);
  });
});

describe('an update', () => {
  test('keeps what is left out, merges information, and clears by null', async () => {
    const { body: created } = await create({ email_domain: `${randomUUID()}.example` });
    const one = `${path}/${created.token}`;
    const first = await parent.as.put(one, {
      name: 'Acme Ltd',
      payment_terms_days: 30,
      include_managed_account_integrations: true,
      billing_information_attributes: {
        id: 7,
        token: 'ignored',
        company_name: 'Acme',
        country_code: 'DE',
        billing_email: ['b@example.com', 'a@example.com'],
      },
      business_information_attributes: {
        metadata: { custom_fields: [{ name: 'VAT', value: 'DE1' }, { name: 'Cost centre' }] },
      },
    });
    expect([first.status, first.body]).toEqual([
      200,
      {
        ...created,
        name: 'Acme Ltd',
        payment_terms_days: 30,
        include_managed_account_integrations: true,
        billing_information_attributes: {
          ...created.billing_information_attributes,
          company_name: 'Acme',
          country_code: 'DE',
          billing_email: ['b@example.com', 'a@example.com'],
        },
        business_information_attributes: {
          ...created.business_information_attributes,
          metadata: {
            custom_fields: [
              { name: 'VAT', value: 'DE1' },
              { name: 'Cost centre', value: null },
            ],
          },
        },
      },
    ]);
    const second = await parent.as.put(one, {
      email_domain: null,
      access_credential_tokens: null,
      billing_rule_tokens: null,
      billing_information_attributes: { company_name: null, city: 'Berlin' },
    });
    expect(second.body).toEqual({
      ...first.body,
      email_domain: null,
      billing_information_attributes: {
        ...first.body.billing_information_attributes,
        company_name: null,
        city: 'Berlin',
      },
    });
    for (const wrong of [
      { payment_terms_days: 366 },
      { billing_information_attributes: { country_code: 'de' } },
      { billing_information_attributes: { billing_email: ['nobody'] } },
    ]) {
      expect((await parent.as.put(one, wrong)).status).toBe(400);
    }
    const { audit_logs } = (await parent.as.get(`/v2/audit_logs?object_token=${created.token}`))
      .body;
    expect(audit_logs.map(({ event }: { event: string }) => event)).toEqual([
      'record_updated',
      'record_updated',
      'record_created',
    ]);
    expect(audit_logs[1].changed_values.name).toEqual(['Acme', 'Acme Ltd']);
  });
});

describe('billing rules', () => {
  test('are accepted in the order of their groups only', async () => {
    const [a, i, x, j, c] = [
      await newRule(1),
      await newRule(2),
      await newRule(3),
      await newRule(3),
      await newRule(4),
    ];
    const { body } = await create({ billing_rule_tokens: [x, j, x] });
    expect(body.billing_rule_tokens).toEqual([x, j]);
    const set = (billing_rule_tokens: unknown) =>
      parent.as.put(`${path}/${body.token}`, { billing_rule_tokens });
    expect((await set([a, i, j, x, c])).body.billing_rule_tokens).toEqual([a, i, j, x, c]);
    for (const wrong of [
      [x, a],
      [c, j],
      [j, i],
    ]) {
      const { status, body: refused } = await set(wrong);
      expect([status, refused.errors]).toEqual([
        400,
        [
          'billing_rule_tokens must be ordered by execution group: AWS transforms, COST inserts, COST transforms, monthly inserts',
        ],
      ]);
    }
    expect((await set(null)).body.billing_rule_tokens).toEqual([a, i, j, x, c]);
    expect((await set([])).body.billing_rule_tokens).toEqual([]);
  });

  test('for all are added at the end of their group on creation, and left out on request later', async () => {
    const [insert, forAll, late, charge] = [
      await newRule(2),
      await newRule(3, true),
      await newRule(3, true),
      await newRule(4, true),
    ];
    const own = await newRule(3);
    const { body } = await create({ billing_rule_tokens: [insert, own] });
    expect(body.billing_rule_tokens).toEqual([insert, own, forAll, late, charge]);
    const changed = await parent.as.put(`${path}/${body.token}`, { billing_rule_tokens: [own] });
    expect(changed.body.billing_rule_tokens).toEqual([own]);
    const other = await newAccount();
    const foreign = await other.as.post(path, {
      name: 'X',
      contact_email: email(),
      billing_rule_tokens: [own],
    });
    expect(foreign.status).toBe(400);
  });
});

describe('delegated integrations', () => {
  test('keep their order, skip unknown tokens, and are named on the integration', async () => {
    const [one, two] = [await createIntegration('One'), await createIntegration('Two')];
    const { body } = await create({ access_credential_tokens: ['ac-1', two, one, two] });
    expect(body.access_credential_tokens).toEqual([two, one]);
    const shown = (await parent.as.get(`/v2/integrations/${one}`)).body;
    expect(shown).toMatchObject({
      workspace_tokens: [],
      managed_account_tokens: [body.token],
      managed_accounts: [{ token: body.token, name: 'Acme' }],
    });
    const kept = await parent.as.put(`${path}/${body.token}`, { access_credential_tokens: [one] });
    expect(kept.body.access_credential_tokens).toEqual([one]);
    const { audit_logs } = (await parent.as.get('/v2/audit_logs')).body;
    const delegations = audit_logs.filter(
      (entry: { object_type: string }) => entry.object_type === 'Integration Delegation',
    );
    expect(delegations).toMatchObject([
      { event: 'record_destroyed', object_token: two, object_title: 'Two to Acme' },
      { event: 'record_created', object_token: expect.any(String) },
      { event: 'record_created', object_token: expect.any(String) },
    ]);
    const cleared = await parent.as.put(`${path}/${body.token}`, { access_credential_tokens: [] });
    expect(cleared.body.access_credential_tokens).toEqual([]);
    expect((await parent.as.get(`/v2/integrations/${one}`)).body.managed_account_tokens).toEqual(
      [],
    );
  });

  test('are read-only in the first workspace of the managed account', async () => {
    const integration = await createIntegration();
    const child = await newChildAccount(parent, { access_credential_tokens: [integration] });
    const one = `/v2/integrations/${integration}`;
    const { body } = await child.as.get(one);
    expect(body).toMatchObject({
      token: integration,
      workspace_tokens: [child.workspace.token],
      managed_account_tokens: [],
      managed_accounts: [],
    });
    expect((await child.as.get('/v2/integrations')).body.integrations).toEqual([body]);
    const workspace_tokens = [child.workspace.token];
    expect((await child.as.put(one, { workspace_tokens })).status).toBe(403);
    expect((await child.as.delete(one)).status).toBe(403);
    const viewer = await child.newUser('viewer');
    expect((await viewer.as.get(one)).status).toBe(200);
    expect((await child.as.get('/console/integrations')).body.integrations).toEqual([
      {
        ...body,
        is_delegated: true,
        name: 'Own',
        location: null,
        last_error: null,
        checked_at: null,
      },
    ]);
    expect((await child.as.get(`${one}/costs`)).status).toBe(404);
    // The management account assigns its own workspaces without ending the delegation.
    const assigned = await parent.as.put(one, { workspace_tokens: [parent.workspace.token] });
    expect(assigned.body.workspace_tokens).toEqual([parent.workspace.token]);
    expect((await child.as.get(one)).body.workspace_tokens).toEqual([child.workspace.token]);
  });

  test('move to the next workspace when the first one is deleted', async () => {
    const integration = await createIntegration();
    const child = await newChildAccount(parent, { access_credential_tokens: [integration] });
    const { body: second } = await child.as.post('/v2/workspaces', { name: 'Second' });
    expect((await child.as.delete(`/v2/workspaces/${child.workspace.token}`)).status).toBe(204);
    const { body } = await child.as.get(`/v2/integrations/${integration}`);
    expect(body.workspace_tokens).toEqual([second.token]);
  });

  test('show their costs and nothing else of the management account', async () => {
    const aws = await importCharges(parent, [
      { day: '2026-03-01', cost: '10', billingAccount: '1' },
    ]);
    await importCharges(parent, [{ day: '2026-03-01', cost: '7', billingAccount: '2' }]);
    const child = await newChildAccount(parent, { access_credential_tokens: [aws] });
    const query = (account: Account) =>
      `workspace_token=${account.workspace.token}&start_date=2026-03-01&end_date=2026-03-01&filter=${encodeURIComponent("costs.provider = 'aws'")}`;
    const total = async (account: Account) =>
      (await account.as.get(`/v2/costs?${query(account)}`)).body.total_cost.amount;
    expect([await total(parent), await total(child)]).toEqual(['17.0', '10.0']);
    const figure = `${query(child)}&accrued_at=2026-03-01&date_bin=day`;
    const { body } = await child.as.get(`/v2/costs/explain?${figure}`);
    expect(body.loads).toMatchObject([{ integration_token: aws, partition: '' }]);
    expect(body.lines.map((line: { source_file: string }) => line.source_file)).toEqual(['']);
    expect((await child.as.get('/console/imports')).body.loads).toEqual([]);
    const foreign = await child.as.get(`/v2/costs?${query(parent)}`);
    expect(foreign.status).toBe(404);
  });
});

describe('looking into a managed account', () => {
  test('reads with a credential of an hour that both audit logs name', async () => {
    const child = await newChildAccount(parent);
    const one = `${path}/${child.account.token}`;
    const { status, body } = await parent.as.post(`${one}/access`);
    expect([status, body]).toEqual([
      201,
      {
        account_token: child.account.token,
        name: 'Customer',
        secret: expect.any(String),
        scopes: ['read'],
        expires_at: '2026-03-10T10:00:00Z',
      },
    ]);
    const inside = clientFor(parent.app, body.secret);
    expect((await inside.get('/v2/workspaces')).body.workspaces[0].token).toBe(
      child.workspace.token,
    );
    expect((await inside.post('/v2/teams', { name: 'T' })).status).toBe(403);
    const last = async (account: Account) =>
      (await account.as.get('/v2/audit_logs?limit=1')).body.audit_logs[0];
    expect(await last(parent)).toMatchObject({
      object_type: 'Managed Account Access',
      object_token: child.account.token,
      changed_values: { scopes: [null, ['read']] },
    });
    expect(await last(child)).toMatchObject({
      object_type: 'Credential',
      user: parent.owner.email,
      object_title: `${parent.owner.email} of the management account`,
    });
    const writing = await parent.as.post(`${one}/access`, { scopes: ['read', 'write'] });
    const editing = clientFor(parent.app, writing.body.secret);
    expect((await editing.post('/v2/teams', { name: 'T' })).status).toBe(201);
    expect(await last(child)).toMatchObject({ object_type: 'Team', user: parent.owner.email });
    const manager = await parent.newUser('integration_owner');
    expect((await manager.as.post(`${one}/access`)).status).toBe(201);
    expect((await manager.as.post(`${one}/access`, { scopes: ['write'] })).status).toBe(403);
    const editor = await parent.newUser('editor');
    expect((await editor.as.post(`${one}/access`)).status).toBe(403);
    expect((await child.as.post(`${one}/access`)).status).toBe(404);
  });

  test('is audited under the name of the caller, also with tokens that come of the credential', async () => {
    const child = await newChildAccount(parent);
    const { body } = await parent.as.post(`${path}/${child.account.token}/access`, {
      scopes: ['read', 'write'],
    });
    const inside = clientFor(parent.app, body.secret);
    const { body: list } = await inside.get('/console/credentials');
    const { client_id, team_token } = list.credentials.at(-1);
    const minted = await inside.post('/console/credentials', {
      description: 'For a script',
      scopes: ['write'],
      team_token,
    });
    const form = { grant_type: 'client_credentials', client_id, client_secret: body.secret };
    const exchanged = await clientFor(parent.app, undefined).send(
      'POST',
      '/oauth/token',
      new URLSearchParams(form).toString(),
      { 'content-type': 'application/x-www-form-urlencoded' },
    );
    expect([minted.status, exchanged.status]).toEqual([201, 200]);
    for (const secret of [minted.body.secret, exchanged.body.access_token]) {
      const { status } = await clientFor(parent.app, secret).post('/v2/teams', { name: 'T' });
      expect(status).toBe(201);
    }
    const { body: log } = await child.as.get('/v2/audit_logs?limit=4');
    expect(log.audit_logs.map((entry: { user: string }) => entry.user)).toEqual(
      Array.from({ length: 4 }, () => parent.owner.email),
    );
  });

  test('invites its owner by a link until a password is set', async () => {
    const child = await newChildAccount(parent);
    const one = `${path}/${child.account.token}/invitation`;
    const { status, body } = await parent.as.post(one);
    expect([status, body.email]).toEqual([201, child.owner.email]);
    const ticket = new URL(body.link).searchParams.get('ticket');
    const anyone = clientFor(parent.app, undefined);
    const password = 'correct horse battery';
    expect((await anyone.post('/console/password', { ticket, password })).status).toBe(201);
    expect((await parent.as.post(one)).status).toBe(400);
  });
});

test('the invitation is mailed where mail is configured', async () => {
  const { smtp, mails, sendMail } = await startMailServer();
  const { services } = parent.app;
  services.sendMail = sendMail;
  try {
    const { body } = await create();
    const [payload] = await takeQueued<object>(parent.app, 'invite-first-owner');
    expect(payload).toEqual({ managed_account_token: body.token });
    await parent.app.jobs.run('invite-first-owner', payload);
    expect(mails).toMatchObject([{ to: body.contact_email }]);
    expect(mails[0]!.raw).toContain('/welcome?ticket=');
  } finally {
    services.sendMail = undefined;
    smtp.close();
  }
});

test('a deletion ends everything of the managed account and nothing of the management account', async () => {
  const integration = await importCharges(parent, [{ day: '2026-03-01', cost: '10' }]);
  const child = await newChildAccount(parent, { access_credential_tokens: [integration] });
  const own = await importCharges(child, [{ day: '2026-03-01', cost: '5', billingAccount: '9' }]);
  const { db } = parent.app.services;
  const { body: made } = await child.as.post('/v2/costs/data_exports', {
    filter: "costs.provider = 'aws'",
    workspace_token: child.workspace.token,
  });
  await db
    .updateTable('data_exports')
    .set({ files: JSON.stringify([{ key: 'exports/x.csv' }]) })
    .where('token', '=', made.token)
    .execute();
  expect((await parent.as.delete(`${path}/${child.account.token}`)).status).toBe(204);
  expect((await child.as.get('/v2/me')).status).toBe(401);
  expect((await parent.as.get(`/v2/integrations/${integration}`)).body).toMatchObject({
    managed_account_tokens: [],
    workspace_tokens: [parent.workspace.token],
  });
  const statusOf = async (token: string) =>
    (
      await db.selectFrom('loads').select('status').where('integration_token', '=', token).execute()
    ).map(({ status }) => status);
  expect([await statusOf(own), await statusOf(integration)]).toEqual([['failed'], ['active']]);
  expect(await takeQueued(parent.app, 'delete-files')).toEqual([{ keys: ['exports/x.csv'] }]);
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.columns
    where column_name = 'account_token' and table_schema = 'public' and table_name <> 'loads'`.execute(
    db,
  );
  for (const { table_name: table } of rows) {
    const left = await sql`select 1 from ${sql.table(table)}
      where account_token = ${child.account.token}`.execute(db);
    expect([table, left.rows]).toEqual([table, []]);
  }
});
