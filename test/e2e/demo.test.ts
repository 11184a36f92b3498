import { expect, test } from 'vitest';
import { type RunningServer, call, timeoutMs, useProcesses } from './server-process.js';

const { newFolder, run, start } = useProcesses();

const startDemo = (data: string) => start(data, {}, ['--demo=small']);

async function statuses({ url }: RunningServer): Promise<string[]> {
  const { body } = await call(url, 'GET', '/v2/integrations');
  return body.integrations.map((each: { status: string }) => each.status);
}

test(
  'serves the recent months of the demo, and the next start imports what a stop has left out',
  // It imports thirteen months of four bills, and bills them to others.
  { timeout: 2 * timeoutMs },
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
    // The command waits for the import of the server.
    const command = await run(data, ['demo']);
    expect(command.stdout).toMatch(/^Nothing to do: the demo data is complete through/m);
    expect(await statuses(second)).toEqual(Array(5).fill('imported'));
    const loads = await call(second.url, 'GET', '/console/imports?status=active&limit=100');
    const formats = loads.body.loads.map((each: { format: string }) => each.format);
    const bills = formats.filter((format: string) => format !== 'kubernetes');
    expect(bills).toHaveLength(3 * 13 + 5);
    expect(formats).toHaveLength(bills.length + 3);
    expect(second.stdout()).toMatch(/^Imported .* There are costs from \S+ to \S+\.$/m);
    await second.kill();
  },
);
