import { APIV2Client } from '@vantage-sh/vantage-client';
import { expect, test } from 'vitest';
import { refreshCommitments } from '../../src/domain/optimise/financial-commitments/refresh-commitments.js';
import { providerFormats } from '../../src/domain/intake/ingest/formats/index.js';
import { awsBill, workedMonth } from '../aws-bill.js';
import { importCsv } from '../cost-fixtures.js';
import { newAccount, testOrigin } from '../harness.js';

// Uses the published TypeScript client, unmodified, over a socket.
test('lists commitments and manages their reports', async () => {
  const account = await newAccount();
  const client = new APIV2Client(account.secret, false, await testOrigin());
  const integration = await importCsv(account, awsBill(workedMonth()), {
    formats: providerFormats,
  });
  await refreshCommitments(account.app.services, integration, account.app.clock());
  const { financial_commitments: commitments } = await client.financialCommitments.list({});
  expect(commitments.map(({ type }) => type)).toEqual(['c5.large', 'Compute Savings Plan']);

  const created = await client.financialCommitmentReports.create({
    title: 'Plans',
    workspace_token: account.workspace.token,
    groupings: ['commitment_type', 'service'],
  });
  expect(created).toMatchObject({ groupings: 'commitment_type,service', default: false });
  const updated = await client.financialCommitmentReports.update(created.token, {
    date_bucket: 'week',
  });
  expect(updated).toEqual({ ...created, date_bucket: 'week' });
  const { financial_commitment_reports: found } = await client.financialCommitmentReports.list({
    q: 'plans',
  });
  expect(found).toEqual([updated]);
  await client.financialCommitmentReports.delete(created.token);
  await expect(client.financialCommitmentReports.delete(created.token)).rejects.toMatchObject({
    status: 404,
  });
});
