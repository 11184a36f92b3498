import { expect, test } from 'vitest';
import { type RunningServer, call, timeoutMs, useProcesses, waitFor } from './server-process.js';

const { newFolder, start } = useProcesses();

const startDemo = (data: string) => start(data, {}, ['--demo=small']);

async function statuses({ url }: RunningServer): Promise<string[]> {
  const { body } = await call(url, 'GET', '/v2/integrations');
  return body.integrations.map((each: { status: string }) => each.status);
}

test(
  'serves the recent months of the demo, and the next start goes on where a stop ended it',
  { timeout: timeoutMs },
  async () => {
    const data = newFolder();
    const first = await startDemo(data);
    const { body } = await call(first.url, 'GET', "/v2/costs?filter=costs.provider='aws'");
    expect(Number(body.total_cost.amount)).toBeGreaterThan(1000);
    // The costs of the cluster are imported at once; its nodes are in the bills.
    expect(await statuses(first)).toEqual([...Array(4).fill('importing'), 'imported']);
    const exit = await first.stop();
    expect(exit.status).toBe(0);
    expect(exit.stdout).toMatch(/^Importing history, 3 of 13 months$/m);
    expect(exit.stdout).toContain('Import cancelled. Start with --demo again');

    const second = await startDemo(data);
    const monthsOf = (text: string) =>
      [...text.matchAll(/^Importing history, (\d+) of 13 months$/gm)].map(([, months]) => months);
    await waitFor('more months are imported', () =>
      Number(monthsOf(second.stdout()).at(-1)) > 3 ? true : undefined,
    );
    // Nothing is imported twice.
    const { loads } = (await call(second.url, 'GET', '/console/imports?limit=100')).body;
    expect(loads.filter((each: { status: string }) => each.status === 'superseded')).toEqual([]);
    await second.kill();
  },
);
