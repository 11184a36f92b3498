import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { focusBill } from '../focus-bill.js';

// Runs the built program on a separate data folder, because these tests kill processes.
const program = resolve('dist/main.js');
const isBuilt = existsSync(program);
const notice = isBuilt ? '' : ' (skipped: run "npm run build" first)';

const secret = `vntg_tkn_${'0123456789'.repeat(4)}`;
// Settings of the environment must not reach the program under test.
const inherited = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(FARTHING_|DATABASE_URL|CLICKHOUSE_)/.test(name),
  ),
);
const waitOptions = { timeout: 240_000, interval: 5 };
const manyRows = 150_000;
let folder: string;
let small: string;
let large: string;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farthing-e2e-'));
  small = join(folder, 'small.csv');
  large = join(folder, 'large.csv');
  await writeFile(small, focusBill('payer', '2024-01', 1, 2, 'x', 4));
  const [header, row] = focusBill('payer', '2024-01', 1).split('\n');
  await writeFile(large, [header, ...Array<string>(manyRows).fill(row!), ''].join('\n'));
});
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** Starts the program; `shows` waits for its output. */
function start(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: {
      ...inherited,
      FARTHING_DATA: join(folder, 'data'),
      FARTHING_BOOTSTRAP_TOKEN: secret,
      ...env,
    },
  });
  children.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const ended = new Promise<number | null>((end) => child.once('close', end));
  return {
    child,
    ended: async () => ({ status: await ended, output }),
    shows: async (text: RegExp) => {
      const found = () => text.exec(output) ?? (child.exitCode === null ? undefined : false);
      const match = await vi.waitUntil(() => found() !== undefined, waitOptions).then(found);
      return match || expect.fail(`the process ended without printing ${text}: ${output}`);
    },
  };
}

const run = (args: string[], env?: Record<string, string>) => start(args, env).ended();

async function serve() {
  const server = start(['serve', '--port', '0', '--log-level', 'silent']);
  const [, origin] = await server.shows(/ready at (\S+)/);
  const get = async (path: string) => {
    const response = await fetch(`${origin}${path}`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    return response.json();
  };
  const storedTotals = async () => {
    const { reconciliation } = (await get('/v2/reconciliation')) as {
      reconciliation: { stored_total: string; difference: string }[];
    };
    return reconciliation.map((each) => [each.stored_total, each.difference]);
  };
  const stop = async () => {
    server.child.kill('SIGTERM');
    await server.ended();
  };
  return { origin: origin!, get, storedTotals, stop };
}

test.skipIf(!isBuilt)(
  `the command line imports a bill completely or not at all${notice}`,
  { timeout: 500_000 },
  async () => {
    const first = await run(['import', 'small.csv']);
    expect(first.output).toMatch(/small\.csv: imported into aws payer \(accss_crdntl_\w+\)\./);
    expect(first.output).toMatch(
      /ROWS READ +STORED +REJECTED +REPEATED +COST LINES\n4 +3 +1 +0 +3\n/,
    );
    expect(first.output).toMatch(/USD +7\.0 +7\.0 +0\.0\n/);
    expect(first.output).toMatch(/small\.csv +3 +BilledCost +must be a valid number +x\n/);
    expect(first.status).toBe(0);

    const killed = start(['import', large]);
    await killed.shows(/^\[/m);
    killed.child.kill('SIGKILL');
    await killed.ended();

    const server = await serve();
    expect(await server.storedTotals()).toEqual([['7.0', '0.0']]);

    // Interrupting the command while the server imports cancels the import.
    const interrupted = start(['import', large]);
    await interrupted.shows(/^\[/m);
    interrupted.child.kill('SIGINT');
    await interrupted.ended();
    const isCancelled = async () => {
      const { loads } = (await server.get('/console/imports?status=failed')) as {
        loads: { reason: string }[];
      };
      return loads.some((load) => load.reason === 'Import cancelled.');
    };
    await vi.waitUntil(isCancelled, { timeout: 120_000, interval: 100 });
    expect(await server.storedTotals()).toEqual([['7.0', '0.0']]);

    const remote = { FARTHING_URL: server.origin, FARTHING_TOKEN: secret };
    const uploaded = await run(['import', 'large.csv'], remote);
    expect(uploaded.output).toMatch(new RegExp(`USD +${manyRows}\\.0 +${manyRows}\\.0 +0\\.0`));
    expect(await server.storedTotals()).toEqual([[`${manyRows}.0`, '0.0']]);
    expect((await run(['import', 'large.csv'])).output).toContain('nothing to do');
    expect(await run(['import', 'gone.csv'])).toMatchObject({ status: 2 });
    expect(await run(['import', 'small.csv', '--integration', 'nobody'], remote)).toMatchObject({
      status: 1,
      output: expect.stringContaining('Integration not found'),
    });
    // Costs are shown by the server of the folder and by a remote one.
    for (const environment of [{}, remote]) {
      expect(await run(['costs', '--last', '9y', '--csv'], environment)).toMatchObject({
        status: 0,
        output: expect.stringContaining(`\ntotal,,USD,${manyRows}.0,`),
      });
    }
    await server.stop();
  },
);
