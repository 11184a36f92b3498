import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import { ImportError } from '../domain/ingest/import-error.js';
import type { FetchedSet } from '../domain/bill-sources/file-sets.js';
import { ownAccess } from '../domain/bill-sources/location.js';
import type { ImportRun } from '../domain/integrations/import-run.js';
import { UsageError } from './command.js';
import { parseArguments } from './commands.js';
import { importCommand } from './import-command.js';
import { reportLines } from './import-report-lines.js';
import { collectSets } from './import-sets.js';
import { progressLine } from './progress-line.js';
import type { Terminal } from './terminal.js';

interface Server {
  url: string;
  token: string;
}
type Run = z.output<typeof ImportRun>;

const pollMs = 500;

/** Imports into a server elsewhere: files are read here and sent over HTTP. */
export async function remoteImport(
  server: Server,
  args: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const { print, passing } = terminal;
  const folder = await mkdtemp(join(tmpdir(), 'farthing-'));
  try {
    const { values, positionals } = parseArguments(importCommand, args);
    if (positionals.length === 0) throw new UsageError('Give the files or folders to import.');
    const own = ownAccess(process.env);
    const cwd = process.cwd();
    for (const set of await collectSets(positionals, { cwd, folder, own, passing })) {
      const run = await finished(server, await send(server, set, values, terminal), terminal);
      if (run.status === 'failed') throw new ImportError(run.errors[0]!, run.errors.slice(1));
      const done = run.status === 'skipped' ? 'nothing to do, it is there already' : 'imported';
      print(`${run.file_names.join(', ')}: ${done} (${run.integration_token}).`);
      if (run.loads.length > 0) for (const line of ['', ...reportLines(run)]) print(line);
    }
    return 0;
  } catch (error) {
    if (!(error instanceof ImportError || error instanceof UsageError)) throw error;
    print(error.message);
    if (error instanceof UsageError) print(`Usage: farthing ${importCommand.usage}`);
    else for (const line of error.details) print(line);
    return error instanceof UsageError ? 2 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Sends the files as one form, each as it is read. */
async function send(
  { url, token }: Server,
  set: FetchedSet,
  flags: Record<string, string | boolean | undefined>,
  { passing }: Terminal,
): Promise<Run> {
  const sizes = await Promise.all(set.files.map(async ({ path }) => (await stat(path)).size));
  const totalBytes = sizes.reduce((sum, size) => sum + size, 0);
  const query = new URLSearchParams();
  const asked = { ...flags, report_name: set.reportName, source_version: set.sourceVersion };
  for (const [key, value] of Object.entries(asked)) if (value) query.set(key, value);
  const boundary = `farthing-${randomUUID()}`;
  const started = performance.now();
  const onSent = (bytes: number) =>
    passing(
      `Sending ${progressLine({ rows: 0, bytes, totalBytes, seconds: (performance.now() - started) / 1000 })}`,
    );
  const answer = await post(
    `${url.replace(/\/$/, '')}/console/imports?${query.toString()}`,
    {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    Readable.from(formOf(set, boundary, onSent)),
  );
  return runOf(answer.status, answer.text);
}

async function* formOf(
  set: FetchedSet,
  boundary: string,
  onSent: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let sent = 0;
  for (const { name, path } of set.files) {
    const quoted = name.replace(/["\r\n]/g, '_');
    yield Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quoted}"\r\n` +
        'Content-Type: application/octet-stream\r\n\r\n',
    );
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      yield chunk;
      sent += chunk.length;
      onSent(sent);
    }
    yield Buffer.from('\r\n');
  }
  yield Buffer.from(`--${boundary}--\r\n`);
}

/** `fetch` gives up after five minutes; a bill may take longer to send. */
async function post(url: string, headers: Record<string, string>, body: Readable) {
  const request = (url.startsWith('https:') ? httpsRequest : httpRequest)(url, {
    method: 'POST',
    headers,
  });
  const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
    request.once('error', reject);
    request.once('response', (response) => {
      response
        .toArray()
        .then(
          (chunks) =>
            resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
          reject,
        );
    });
  });
  // A refusal may come before the whole body is sent; it says more than the broken pipe.
  pipeline(body, request).catch(() => undefined);
  return answered.catch((error: unknown) => {
    throw new ImportError(`The server at ${new URL(url).origin} does not answer.`, [], {
      cause: error,
    });
  });
}

function runOf(status: number, text: string): Run {
  const body = parseJson(text);
  if (status < 300) return body as Run;
  const { errors } = body as { errors?: string[] };
  const [first = `The server answered ${status}.`, ...rest] = errors ?? [];
  throw new ImportError(first, rest);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

async function finished({ url, token }: Server, begun: Run, { passing }: Terminal): Promise<Run> {
  const started = performance.now();
  for (let run = begun; ;) {
    if (run.status !== 'running') return run;
    await wait(pollMs);
    const answer = await fetch(new URL(`/console/imports/runs/${run.run_id}`, url), {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(60_000),
    });
    run = runOf(answer.status, await answer.text());
    const seconds = (performance.now() - started) / 1000;
    const { rows_done: rows, bytes_done: bytes, bytes_total: totalBytes } = run;
    passing(
      totalBytes > 0 ? progressLine({ rows, bytes, totalBytes, seconds }) : 'Looking into it',
    );
  }
}
