import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { focusBill } from '../focus-bill.js';
import {
  type HostileFile,
  damagedFiles,
  damagedPages,
  malignantFiles,
  wideParquet,
} from './hostile-files.js';
import {
  type RunningServer,
  call,
  importBill,
  ownerSecret,
  testsCopies,
  timeoutMs,
  useProcesses,
  waitFor,
} from './server-process.js';

const { newFolder, start } = useProcesses();
const maxMemoryMegabytes = 1536;
const concurrentImports = 4;

let server: RunningServer;
let integration: string;

beforeAll(async () => {
  server = await start(newFolder());
  const { status } = await importBill(server.url, focusBill('1', '2024-01', 1, 2, 3));
  expect(status).toBe('committed');
  const { body } = await call(server.url, 'GET', '/v2/integrations');
  integration = body.integrations[0].token;
}, timeoutMs);

afterAll(() => {
  // Level 50 alerts the operator; a hostile file must not cause it.
  const errors = server
    .stderr()
    .split('\n')
    .filter((line) => line.includes('"level":50'));
  expect(errors).toEqual([]);
});

/** Uploads a file and returns why it was rejected. */
async function rejection({ name, content }: HostileFile, into?: string): Promise<string> {
  const query = new URLSearchParams({ name, ...(into === undefined ? {} : { integration: into }) });
  const response = await fetch(`${server.url}/console/imports?${query.toString()}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${ownerSecret}`,
      'content-type': 'application/octet-stream',
    },
    body: new Uint8Array(content),
  });
  const body = (await response.json()) as { run_id?: number; errors?: string[] };
  if (response.status !== 202) return `${response.status} ${body.errors?.join(' ')}`;
  const run = await waitFor(`the import of ${name} has ended`, async () => {
    const answer = await call(server.url, 'GET', `/console/imports/runs/${body.run_id}`);
    return answer.body.status === 'running' ? undefined : answer.body;
  });
  return `${run.status} ${run.errors.join(' ')}`;
}

/** What is stored: loads, totals of the lines, and integrations. */
async function storedState() {
  const paths = ['/console/imports', '/v2/reconciliation', '/v2/integrations'];
  const answers = await Promise.all(paths.map((path) => call(server.url, 'GET', path)));
  return answers.map(({ body }) => body);
}

interface Health {
  answers: number;
  slowestMs: number;
  failure?: string;
}

/** Asks for the health of the server until stopped; fails if an answer does not come in time. */
function watchHealth() {
  const watcher = fork(join(import.meta.dirname, 'watch-health.mjs'), [server.url]);
  const ended = once(watcher, 'message') as Promise<[Health]>;
  return async () => {
    watcher.send('stop');
    const [{ answers, slowestMs, failure }] = await ended;
    console.log(`The slowest of ${answers} health checks took ${slowestMs.toFixed(0)} ms.`);
    expect(failure).toBeUndefined();
    return answers;
  };
}

test(
  'hostile files are rejected with a sentence, while the server keeps responding',
  async () => {
    const before = await storedState();
    const stopWatching = watchHealth();
    const files = [...malignantFiles(), ...(await damagedFiles(200))];
    for (let index = 0; index < files.length; index += concurrentImports) {
      const some = files.slice(index, index + concurrentImports);
      // An import without an integration reads some rows first, to find out whose bill it is.
      const reasons = await Promise.all(
        some.map((file, each) => rejection(file, each === 0 ? integration : undefined)),
      );
      for (const [each, reason] of reasons.entries()) {
        expect(reason, some[each]!.name).toMatch(/^(422|failed) \S/);
        expect(reason, some[each]!.name).not.toMatch('internal error');
      }
    }
    expect(await stopWatching()).toBeGreaterThan(files.length / 10);
    const after = await storedState();
    expect(after.map((state, index) => [index, withoutErrors(state)])).toEqual(
      before.map((state, index) => [index, withoutErrors(state)]),
    );
    if (testsCopies) return;
    const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'));
    expect(Number(peak?.[1]) / 1024).toBeLessThan(maxMemoryMegabytes);
  },
  timeoutMs,
);

/** The status of an integration tells of its last import. */
function withoutErrors(state: unknown): unknown {
  return JSON.parse(
    JSON.stringify(state, (key, value: unknown) =>
      ['status', 'last_error', 'last_updated'].includes(key) ? undefined : value,
    ),
  );
}

test(
  'a Parquet file with 20,000 columns and one with damaged pages return 422',
  async () => {
    expect(await rejection({ name: 'wide.parquet', content: await wideParquet() })).toBe(
      '422 The file has more than 5000 columns; at most 5000 can be read.',
    );
    expect(await rejection({ name: 'pages.parquet', content: await damagedPages() })).toBe(
      '422 pages.parquet is a damaged or truncated Parquet file; download it again.',
    );
  },
  timeoutMs,
);
