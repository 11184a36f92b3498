import { beforeAll, describe, expect, test } from 'vitest';
import { timeoutMs } from '../e2e/server-process.js';
import { isSkipped, skipNotice, startConsole } from './console.js';

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

describe.skipIf(isSkipped)(`Kubernetes${skipNotice}`, () => {
  const farthing = startConsole();

  beforeAll(async () => {
    if (isSkipped) return;
    const workspaces = await farthing.send('GET', '/v2/workspaces');
    const [workspace] = workspaces['workspaces'] as { token: string }[];
    const integration = await farthing.send('POST', '/v2/integrations/kubernetes', {
      cluster_id: 'prod',
      workspace_token: workspace!.token,
    });
    const columns =
      'Date,Namespace,ControllerKind,ControllerName,Pod,CPUCoreUsageAverage,CPUCoreRequestAverage,CPUCost,RAMCost,TotalCost';
    const rows = [3, 2, 1].flatMap((ago) => [
      `${day(ago)},web,deployment,api,api-1,0.75,1,200,0,200`,
      `${day(ago)},web,statefulset,cache,cache-0,0.5,1,20,0,20`,
      `${day(ago)},__idle__,,,,0,1,100,0,100`,
    ]);
    await farthing.storeDataFile(
      String(integration['token']),
      'allocation.csv',
      [columns, ...rows].join('\n'),
    );
  }, timeoutMs);

  test(
    'clusters lead to namespaces and workloads, with cost, idle cost and efficiency',
    { timeout: timeoutMs },
    async () => {
      const page = await farthing.newPage();
      await farthing.logIn(page);
      await farthing.visit(page, '/');
      await page.getByRole('link', { name: 'Kubernetes' }).first().click();
      const clusters = page.getByRole('table', { name: 'Clusters' });
      await clusters.getByText('$960.00').waitFor();
      await clusters.getByText('50.0%').waitFor();
      await page.getByText('$480').first().waitFor();
      await clusters.getByRole('link', { name: 'prod' }).click();

      const namespaces = page.getByRole('table', { name: 'Namespaces' });
      await namespaces.getByRole('link', { name: 'Idle capacity' }).waitFor();
      await farthing.expectNoAxeViolations(page);
      await namespaces.getByRole('link', { name: 'web' }).click();

      const workloads = page.getByRole('table', { name: 'Workloads' });
      await workloads.getByText('deployment/api').waitFor();
      await workloads.getByText('75.0%').waitFor();
      await page.reload();
      await workloads.getByText('statefulset/cache').waitFor();
      await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByText('All clusters').click();
      await clusters.getByText('50.0%').waitFor();
      farthing.expectNoConsoleErrors(page);
    },
  );

  test(
    'a report is created, edited and deleted, and shows its own groups',
    { timeout: timeoutMs },
    async () => {
      const page = await farthing.newPage();
      await farthing.logIn(page);
      await farthing.visit(page, '/kubernetes/reports');
      await page.getByText('Cluster Idle Costs').waitFor();
      await page.getByRole('link', { name: 'New Kubernetes efficiency report' }).first().click();
      await page.getByRole('textbox', { name: 'Title' }).fill('Web');
      await page.getByRole('textbox', { name: 'Filter' }).fill("kubernetes.namespace = 'web'");
      await page.getByRole('combobox', { name: 'Date range' }).click();
      await page.getByRole('option', { name: 'Last 7 days' }).click();
      await page.getByRole('button', { name: 'Save' }).click();

      await page.getByRole('heading', { name: 'Web' }).waitFor();
      await page.getByRole('table', { name: 'Groups' }).getByText('72.7%').waitFor();
      await farthing.expectNoAxeViolations(page);
      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByRole('textbox', { name: 'Title' }).fill('Web pods');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'Web pods' }).waitFor();

      await page.getByRole('link', { name: 'Kubernetes efficiency reports' }).click();
      const row = page.getByRole('row', { name: /Web pods/ });
      await row.getByRole('button', { name: 'Actions of Web pods' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await expect.poll(() => row.count()).toBe(0);
      farthing.expectNoConsoleErrors(page);
    },
  );

  test('the page fits a phone in the dark', { timeout: timeoutMs }, async () => {
    const page = await farthing.newPage({ dark: true, width: 390 });
    await farthing.logIn(page);
    await farthing.visit(page, '/kubernetes?cluster=prod');
    await page.getByRole('table', { name: 'Namespaces' }).getByText('72.7%').waitFor();
    await farthing.expectNoAxeViolations(page);
    farthing.expectNoConsoleErrors(page);
  });
});
