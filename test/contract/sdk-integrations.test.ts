import { APIV2Client } from '@vantage-sh/vantage-client';
import { beforeAll, expect, test } from 'vitest';
import { type Account, newAccount, testOrigin } from '../harness.js';

// Uses the published TypeScript client, unmodified, over a socket.
let account: Account;
let client: APIV2Client;
let origin: string;
let token: string;

beforeAll(async () => {
  account = await newAccount();
  origin = await testOrigin();
  client = new APIV2Client(account.secret, false, origin);
  token = (await client.integrations.createCustomProviderIntegration({ name: 'Custom' })).token;
});

const csv =
  'ChargePeriodStart,ChargeCategory,BilledCost,ServiceName\n2024-01-01,Usage,1.5,Storage\n';

test('manages integrations', async () => {
  const gcp = await client.integrations.createGCPIntegration({
    billing_account_id: 'b',
    project_id: 'p',
    dataset_name: 'd',
  });
  expect(await client.integrations.get(gcp.token)).toEqual(gcp);
  const azure = await client.integrations.createAzureIntegration({
    tenant: 't',
    app_id: 'a',
    password: 'p',
  });
  const changed = await client.integrations.update(azure.token, {
    workspace_tokens: [account.workspace.token],
  });
  expect(changed).toEqual({ ...azure, workspace_tokens: [account.workspace.token] });
  const { integrations } = await client.integrations.list({
    provider: 'azure',
    account_identifier: 't',
  });
  expect(integrations).toEqual([changed]);
  await client.integrations.delete(azure.token);
  await expect(client.integrations.get(azure.token)).rejects.toMatchObject({ status: 404 });
});

test('manages uploads sent as text and as a blob', async () => {
  const asText = await client.integrations.createUserCostsUploadViaCsv(token, {
    csv,
    auto_transform: false,
  });
  expect(asText).toMatchObject({ filename: 'costs.csv', amount: '1.5', start_date: '2024-01-01' });
  const blob = new Blob([csv], { type: 'text/csv' }) as unknown as string;
  const asBlob = await client.integrations.createUserCostsUploadViaCsv(token, { csv: blob });
  expect(asBlob.filename).toBe('blob');
  const { user_costs_uploads } = await client.integrations.getUserCostsUploads(token);
  expect(user_costs_uploads).toEqual([asBlob, asText]);
  for (const each of user_costs_uploads) {
    await client.integrations.deleteUserCostsUpload(token, each.token);
  }
  const rejected = client.integrations.createUserCostsUploadViaCsv(token, { csv: 'a,b\n1,2\n' });
  await expect(rejected).rejects.toMatchObject({
    status: 422,
    errors: expect.arrayContaining(['Required column missing: ChargePeriodStart']),
  });
});

const part = (name: string, attributes: string, value: string) =>
  `--X1\r\nContent-Disposition: form-data; name="${name}"${attributes}\r\n\r\n${value}\r\n`;
const multipart = `${part('csv', '; filename="bill.csv"\r\nContent-Type: text/plain; charset=utf-8', csv)}${part('auto_transform', '', 'false')}--X1--\r\n`;

test.each([
  ['multipart', 'multipart/form-data; boundary=X1', multipart, 'bill.csv'],
  ['multipart without a boundary parameter', 'multipart/form-data', multipart, 'bill.csv'],
  [
    'multipart labelled as urlencoded',
    'application/x-www-form-urlencoded; boundary=X1',
    multipart,
    'bill.csv',
  ],
  [
    'urlencoded',
    'application/x-www-form-urlencoded',
    new URLSearchParams({ csv, auto_transform: 'false' }).toString(),
    'costs.csv',
  ],
])('accepts %s', async (_name, contentType, body, filename) => {
  const response = await fetch(`${origin}/v2/integrations/${token}/costs.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.secret}`, 'content-type': contentType },
    body,
  });
  expect(response.status).toBe(201);
  expect(await response.json()).toMatchObject({ filename, amount: '1.5', end_date: '2024-01-01' });
});
