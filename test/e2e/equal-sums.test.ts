import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { formatDecimal } from '../../src/platform/lib/decimal.js';
import { addDays, firstOfMonth } from '../../src/platform/lib/days.js';
import { type CostParameters, costsPath } from '../cost-requests.js';
import { focusSamples, providerSamples, transformedSamples } from '../sample-sums.js';
import { sharedFolder, sharedNotice } from '../shared.js';
import { call, importBill, ownerSecret, timeoutMs, useProcesses } from './server-process.js';
import { hasSharedStores, sharedStoresNotice } from './shared-stores.js';

// `shared-costs.test.ts` compares the same sums with embedded engines and with one server on remote ones.
const { newFolder, launchServer, startCopies, stores } = useProcesses();

const billed = { 'settings[amortize]': false };

describe.skipIf(!hasSharedStores || !sharedFolder)(
  `sample bills, imported through the proxy of two copies${sharedStoresNotice}${sharedNotice}`,
  { timeout: timeoutMs },
  () => {
    let url: string;
    let report: string;
    beforeAll(async () => {
      ({ url } = await startCopies(newFolder()));
      report = (await call(url, 'GET', '/v2/cost_reports')).body.cost_reports[0].token;
    }, timeoutMs);

    const read = (file: string) => readFileSync(join(sharedFolder!, 'data', file));

    async function total(currency: string, view: CostParameters = {}): Promise<string> {
      const { body } = await call(
        url,
        'GET',
        costsPath({
          filter: undefined,
          cost_report_token: report,
          start_date: '2010-01-01',
          date_bin: 'quarter',
          'settings[include_credits]': true,
          'settings[include_refunds]': true,
          ...view,
        }),
      );
      const amounts = [body.total_cost, ...(body.unconverted_costs ?? [])];
      return amounts.find((each) => each.currency === currency)?.amount ?? '0.0';
    }

    /** Compares the totals, then deletes the integration, so that the next bill is alone again. */
    async function expectSums(
      integration: string,
      sums: { billed: string; effective: string; currency?: string },
    ): Promise<void> {
      const { currency = 'USD' } = sums;
      expect(await total(currency, billed)).toBe(formatDecimal(sums.billed));
      expect(await total(currency)).toBe(formatDecimal(sums.effective));
      expect((await call(url, 'DELETE', `/v2/integrations/${integration}`)).status).toBe(204);
      expect(await total(currency)).toBe('0.0');
    }

    test.each([...providerSamples, ...focusSamples])('$file', async (sums) => {
      const finished = await importBill(url, read(sums.file), { name: basename(sums.file) });
      expect([finished.status, finished.errors]).toEqual(['committed', []]);
      await expectSums(finished.integration_token, sums);
    });

    test.each(transformedSamples)('$file, transformed', async (sums) => {
      const { body } = await call(url, 'POST', '/v2/integrations/custom_provider', {
        name: basename(sums.file),
      });
      const [workspace] = (await call(url, 'GET', '/v2/workspaces')).body.workspaces;
      const path = `/v2/integrations/${body.token}`;
      await call(url, 'PUT', path, { workspace_tokens: [workspace.token] });
      const form = new FormData();
      form.append('csv', new Blob([read(sums.file)]), basename(sums.file));
      form.append('auto_transform', 'true');
      const upload = await fetch(`${url}${path}/costs.csv`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ownerSecret}` },
        body: form,
      });
      expect(upload.status).toBe(201);
      await expectSums(body.token, sums);
    });
  },
);

describe.skipIf(!hasSharedStores)(`the demo${sharedStoresNotice}`, { timeout: timeoutMs }, () => {
  test('has the same costs in the last two months on embedded engines, on servers, and with two copies', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const range = {
      start_date: firstOfMonth(today, -1),
      // The last day that the demo has, even if a day ends during this test.
      end_date: addDays(today, -1),
    };
    const sums = async (url: string) => {
      const queries = ['account_id', 'service', 'tag:team'].map(async (groupings) => {
        const path = costsPath({ ...range, groupings, date_bin: 'month', limit: 5000 });
        const { status, body } = await call(url, 'GET', path);
        expect(status).toBe(200);
        return [body.total_cost, body.costs];
      });
      return Promise.all(queries);
    };
    const remote = await stores.settings(newFolder());
    const modes = [
      () => launchServer(newFolder(), {}, ['--demo']).ready(),
      () => launchServer(newFolder(), remote, ['--demo']).ready(),
      () => startCopies(newFolder(), {}, ['--demo']),
    ];
    const found = [];
    for (const start of modes) {
      const server = await start();
      found.push(await sums(server.url));
      await server.kill();
    }
    const [embedded, ...others] = found;
    expect(Number(embedded![0]![0].amount)).toBeGreaterThan(10_000);
    expect(others).toEqual([embedded, embedded]);
  });
});
