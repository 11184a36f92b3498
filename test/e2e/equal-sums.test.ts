import { describe, expect, test } from 'vitest';
import { addDays, firstOfMonth } from '../../src/platform/lib/days.js';
import { costsPath } from '../cost-requests.js';
import { call, timeoutMs, useProcesses, waitFor } from './server-process.js';
import { hasSharedStores, sharedStoresNotice } from './shared-stores.js';

const { newFolder, launchServer, startCopies, stores } = useProcesses();

/** The demo has 13 months; the last three are imported before the server is ready. */
const months = Number(process.env['TEST_DEMO_MONTHS'] ?? 2);

const demo = [months > 3 ? '--demo' : '--demo=small'];

/** Waits until all months are imported. */
async function waitForHistory(url: string): Promise<void> {
  await waitFor('all months are imported', async () => {
    const { body } = await call(url, 'GET', '/v2/integrations');
    const isImported = ({ status }: { status: string }) => status === 'imported';
    return body.integrations.every(isImported) ? true : undefined;
  });
}

describe.skipIf(!hasSharedStores)(`the demo${sharedStoresNotice}`, { timeout: timeoutMs }, () => {
  test(`has the same costs in the last ${months} months on embedded engines, on servers, and with two copies`, async () => {
    const today = new Date().toISOString().slice(0, 10);
    const range = {
      start_date: firstOfMonth(today, 1 - months),
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
      () => launchServer(newFolder(), {}, demo).ready(),
      () => launchServer(newFolder(), remote, demo).ready(),
      () => startCopies(newFolder(), {}, demo),
    ];
    const found = [];
    let printed = '';
    for (const start of modes) {
      const server = await start();
      if (months > 3) await waitForHistory(server.url);
      found.push(await sums(server.url));
      ({ stdout: printed } = await server.kill());
    }
    const [embedded, ...others] = found;
    expect(Number(embedded![0]![0].amount)).toBeGreaterThan(1000);
    expect(others).toEqual([embedded, embedded]);
    // Both copies start with --demo.
    expect(printed.match(/^Building /gm)).toHaveLength(1);
    expect(printed).toContain('Another copy of the server is building the demo company.');
  });
});
