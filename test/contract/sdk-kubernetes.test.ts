import { APIV2Client } from '@vantage-sh/vantage-client';
import { expect, test } from 'vitest';
import { newAccount, testOrigin } from '../harness.js';

// Uses the published TypeScript client, unmodified, over a socket.
test('manages Kubernetes efficiency reports and exports them', async () => {
  const account = await newAccount();
  const client = new APIV2Client(account.secret, false, await testOrigin());
  const reports = client.kubernetesEfficiencyReports;
  const created = await reports.create({
    workspace_token: account.workspace.token,
    title: 'Web',
    filter: "kubernetes.namespace = 'web'",
    groupings: ['namespace', 'label:app'],
    date_interval: 'last_7_days',
  });
  expect(created).toMatchObject({ title: 'Web', groupings: 'namespace,label:app', default: false });
  expect(await reports.get(created.token)).toEqual(created);
  const updated = await reports.update(created.token, { date_bucket: 'week' });
  expect(updated).toEqual({ ...created, date_bucket: 'week' });
  const listed = await reports.list({ workspace_token: account.workspace.token });
  expect(listed.kubernetes_efficiency_reports.at(-1)).toEqual(updated);
  // The client returns the address of the export.
  const location = await reports.createExport({
    kubernetes_efficiency_report_token: created.token,
  });
  const { status, body } = await account.as.get(new URL(location).pathname);
  // The number is what clients wait on.
  expect([status, body]).toEqual([202, 202]);
  await reports.delete(created.token);
  await expect(reports.get(created.token)).rejects.toMatchObject({ status: 404 });
});
