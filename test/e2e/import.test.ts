import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { focusBill } from '../bills.js';

// The built program on a data folder of its own: processes are killed here, and they stay killed.
const program = resolve('dist/main.js');
const isBuilt = existsSync(program);
const notice = isBuilt ? '' : ' (skipped: run "npm run build" first)';

const secret = `vntg_tkn_${'0123456789'.repeat(4)}`;
// Settings of whoever runs the tests are not for the program under test.
const inherited = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(FARTHING_|DATABASE_URL|CLICKHOUSE_)/.test(name),
  ),
);
const waiting = { timeout: 150_000, interval: 5 };
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

/** Starts the program; its output can be waited for. */
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
      const match = await vi.waitUntil(() => found() !== undefined, waiting).then(found);
      return match || expect.fail(`it ended without showing ${text}: ${output}`);
    },
  };
}

const run = (args: string[], env?: Record<string, string>) => start(args, env).ended();

async function serve() {
  const server = start(['serve', '--port', '0', '--log-level', 'silent']);
  const [, origin] = await server.shows(/ready at (\S+)/);
  const get = async (path: string) => {
    const answer = await fetch(`${origin}${path}`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    return answer.json();
  };
  const total = async () => {
    const { reconciliation } = (await get('/v2/reconciliation')) as {
      reconciliation: { stored_total: string; difference: string }[];
    };
    return reconciliation.map((each) => [each.stored_total, each.difference]);
  };
  const stop = async () => {
    server.child.kill('SIGTERM');
    await server.ended();
  };
  return { origin: origin!, get, total, stop };
}

test.skipIf(!isBuilt)(
  `bills by command line, whole or not at all${notice}`,
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
    expect(await server.total()).toEqual([['7.0', '0.0']]);

    // Whoever gives up while the server imports finds the old state, too.
    const given = start(['import', large]);
    await given.shows(/^\[/m);
    given.child.kill('SIGINT');
    await given.ended();
    const calledOff = async () => {
      const { loads } = (await server.get('/console/imports?status=failed')) as {
        loads: { reason: string }[];
      };
      return loads.some((load) => load.reason === 'The import was called off.');
    };
    await vi.waitUntil(calledOff, { timeout: 60_000, interval: 100 });
    expect(await server.total()).toEqual([['7.0', '0.0']]);

    const remote = { FARTHING_URL: server.origin, FARTHING_TOKEN: secret };
    const sent = await run(['import', 'large.csv'], remote);
    expect(sent.output).toMatch(new RegExp(`USD +${manyRows}\\.0 +${manyRows}\\.0 +0\\.0`));
    expect(await server.total()).toEqual([[`${manyRows}.0`, '0.0']]);
    expect((await run(['import', 'large.csv'])).output).toContain('nothing to do');
    expect(await run(['import', 'gone.csv'])).toMatchObject({ status: 2 });
    expect(await run(['import', 'small.csv', '--integration', 'nobody'], remote)).toMatchObject({
      status: 1,
      output: expect.stringContaining('Integration not found'),
    });
    await server.stop();
  },
);
