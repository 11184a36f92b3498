import { once } from 'node:events';
import { type RequestListener, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { focusBill } from '../../test/focus-bill.js';
import { withTemporaryFolder } from '../platform/lib/temporary-folder.js';
import { tmpdir } from 'node:os';
import { remoteImport } from './remote-import.js';

async function listen(answer: RequestListener, port = 0): Promise<Server> {
  const server = createServer(answer).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** A port that refuses connections. */
async function closedPort(): Promise<number> {
  const server = await listen(() => undefined);
  const port = portOf(server);
  server.close();
  await once(server, 'close');
  return port;
}

test('an import waits for a server that refuses connections, then answers 503', async () => {
  const port = await closedPort();
  const requests: string[] = [];
  const answer: RequestListener = (request, response) => {
    request.resume();
    requests.push(request.url!);
    if (requests.length === 1) return void response.writeHead(503).end('starting');
    if (request.method === 'GET') return void response.writeHead(200).end('{}');
    response.writeHead(422).end('{"errors":["Not this bill"]}');
  };
  const printed: string[] = [];
  const started: Promise<Server>[] = [];
  const terminal = {
    print: (line: string) => void printed.push(line),
    showProgress: (line: string) => {
      if (line.startsWith('Waiting')) started.push(listen(answer, port));
    },
  };
  const status = await withTemporaryFolder(tmpdir(), 'remote-', async (folder) => {
    const bill = join(folder, 'bill.csv');
    await writeFile(bill, focusBill('payer', '2024-01', 1));
    const server = { url: `http://127.0.0.1:${port}/`, token: 'secret' };
    return remoteImport(server, ['import', bill], terminal, new AbortController().signal);
  });
  expect({ status, printed }).toEqual({ status: 1, printed: ['Not this bill'] });
  expect(requests).toEqual(['/readyz', '/readyz', '/console/imports']);
  expect(started).toHaveLength(1);
  (await started[0])!.close();
});

test('an interrupted import is cancelled on the server, whose answer is shown', async () => {
  const interrupted = new AbortController();
  const requests: string[] = [];
  const server = await listen((request, response) => {
    request.resume();
    requests.push(`${request.method} ${request.url}`);
    if (request.url === '/readyz') return void response.end('{}');
    const isCancelled = requests.some((each) => each.startsWith('DELETE'));
    const run = { run_id: 7, file_names: ['bill.csv'], bytes_total: 0, summaries_total: 0 };
    const outcome = isCancelled
      ? { status: 'failed', errors: ['Import cancelled.'] }
      : { status: 'running', errors: [] };
    if (request.url!.endsWith('/runs/7')) interrupted.abort();
    response.end(JSON.stringify({ ...run, ...outcome }));
  });
  const printed: string[] = [];
  const terminal = {
    print: (line: string) => void printed.push(line),
    showProgress: () => undefined,
  };
  const status = await withTemporaryFolder(tmpdir(), 'remote-', async (folder) => {
    const bill = join(folder, 'bill.csv');
    await writeFile(bill, focusBill('payer', '2024-01', 1));
    const remote = { url: `http://127.0.0.1:${portOf(server)}/`, token: 'secret' };
    return remoteImport(remote, ['import', bill], terminal, interrupted.signal);
  });
  expect({ status, printed }).toEqual({ status: 1, printed: ['Import cancelled.'] });
  expect(requests).toEqual([
    'GET /readyz',
    expect.stringContaining('POST /console/imports'),
    'GET /console/imports/runs/7',
    'DELETE /console/imports/runs/7',
  ]);
  server.close();
});
