import { beforeAll, expect, test } from 'vitest';
import { type Account, newAccount } from './harness.js';

let account: Account;
beforeAll(async () => {
  account = await newAccount();
});

const address = 'https://user:hidden@example.com';
const refusal = 'must not contain a user name or password';
const watched = { provider: 'aws', name: 'Bills', url: 's3://bucket/bills' };

test.each<[string, string, string, object]>([
  [
    'channel',
    'POST',
    '/v2/channels',
    { name: 'C', kind: 'webhook', settings: { url: address }, secret: 'a secret of some length' },
  ],
  [
    'cluster',
    'POST',
    '/v2/integrations/kubernetes',
    { cluster_id: 'c', source: { kind: 'prometheus', url: address } },
  ],
  ['endpoint of bills', 'POST', '/console/integrations/watched', { ...watched, endpoint: address }],
  [
    'location of bills',
    'POST',
    '/console/integrations/watched',
    { ...watched, url: 's3://user:hidden@bucket/bills' },
  ],
  [
    'metric source',
    'POST',
    '/console/integrations/metrics',
    { provider: 'snowflake', name: 'M', endpoint: address, token: 't' },
  ],
  ['identity provider', 'PUT', '/v2/sso_connection', { type: 'saml', saml_metadata_url: address }],
])('the address of a %s has no user name and password', async (_kind, method, path, body) => {
  const { status, body: response } = await account.as.send(method, path, body);
  expect([400, 422]).toContain(status);
  expect(response.errors.join()).toContain(refusal);
  expect(JSON.stringify(response)).not.toContain('hidden');
});
