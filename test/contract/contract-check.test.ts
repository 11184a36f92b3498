import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { newAccount } from '../harness.js';
import { sharedFolder, sharedNotice } from '../shared.js';

const tags = (
  'Ping Me Users Teams Workspaces AccessGrants AuditLogs UserFeedback ' +
  'Folders SavedFilters Costs CostProvider CostProviderAccounts CostService Tags ' +
  'ExchangeRates DataExports Integrations ' +
  'Segments Dashboards Annotations Canvases BusinessMetrics UnitCosts VirtualTags ' +
  'ReportForecasts ScenarioModels Budgets BudgetAlerts CostAlerts CostAlertEvents ' +
  'AnomalyAlerts AnomalyNotifications ReportNotifications Prices'
).split(' ');

test.skipIf(!sharedFolder)(
  `the OpenAPI description covers the published contract${sharedNotice}`,
  async () => {
    const { as } = await newAccount();
    const { body } = await as.get('/v2/oas_v3.json');
    const file = join(await mkdtemp(join(tmpdir(), 'farthing-oas-')), 'oas.json');
    await writeFile(file, JSON.stringify(body));
    const check = join(sharedFolder!, 'tools', 'contract-check.mjs');
    const response = await promisify(execFile)(process.execPath, [check, file, ...tags]).catch(
      (error: { stdout: string }) => error,
    );
    const [summary, ...gaps] = response.stdout.trim().split('\n').toReversed();
    expect(summary).toMatch(/ operations described, \d+ gaps$/);
    expect(gaps).toEqual([]);
  },
);
