import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
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

/** Asks for the health of the server until stopped; fails if an answer does not come in time. */
function watchHealth() {
  const watch = { isWatching: true, answers: 0, slowestMs: 0 };
  const ended = (async () => {
    while (watch.isWatching) {
      const asked = performance.now();
      const signal = AbortSignal.timeout(5000);
      const { status } = await fetch(`${server.url}/healthz`, { signal });
      expect(status).toBe(200);
      watch.answers += 1;
      watch.slowestMs = Math.max(watch.slowestMs, performance.now() - asked);
      await delay(50);
    }
  })();
  ended.catch(() => undefined);
  return async () => {
    watch.isWatching = false;
    await ended;
    console.log(
      `The slowest of ${watch.answers} health checks took ${watch.slowestMs.toFixed(0)} ms.`,
    );
    return watch.answers;
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
      '422 pages.parquet is damaged or truncated.',
    );
  },
  timeoutMs,
);
