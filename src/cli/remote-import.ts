import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import type { FetchedSet } from '../domain/intake/bill-sources/index.js';
import { ImportError } from '../domain/intake/ingest/index.js';
import type { ImportRun } from '../domain/intake/integrations/index.js';
import { withTemporaryFolder } from '../platform/lib/temporary-folder.js';
import { sendTrusted } from '../platform/outbound/send-request.js';
import { readServerCredentials } from '../platform/server-credentials.js';
import { collectFileSets } from './collect-file-sets.js';
import { UsageError } from './command.js';
import { parseArguments } from './commands.js';
import { importCommand, missingFiles } from './import-command.js';
import { reportLines } from './import-report-lines.js';
import { progressLine } from './progress-line.js';
import type { Terminal } from './terminal.js';
import { waitUntilReady } from './wait-for-server.js';

interface RemoteServer {
  url: string;
  token: string;
}
type Run = z.output<typeof ImportRun>;

const pollIntervalMs = 500;
const uploadHours = 6;

/** Imports into a remote server: files are read here and uploaded over HTTP. The signal cancels the import. */
export async function remoteImport(
  server: RemoteServer,
  args: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<number> {
  const { print } = terminal;
  try {
    await withTemporaryFolder(tmpdir(), 'farthing-', (folder) =>
      importAll(server, args, terminal, folder, signal),
    );
    return 0;
  } catch (error) {
    if (!(error instanceof ImportError || error instanceof UsageError)) throw error;
    print(error.message);
    if (error instanceof UsageError) print(`Usage: farthing ${importCommand.usage}`);
    else for (const line of error.details) print(line);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function importAll(
  server: RemoteServer,
  args: readonly string[],
  terminal: Terminal,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const { print, showProgress } = terminal;
  const { flags, positionals } = parseArguments(importCommand, args);
  if (positionals.length === 0) throw missingFiles();
  const environment = {
    cwd: process.cwd(),
    folder,
    serverCredentials: readServerCredentials(process.env),
    // Whoever runs the command on their own machine chose the addresses.
    sendRequest: sendTrusted,
    showProgress,
    signal,
  };
  await waitUntilReady(server.url, showProgress);
  for (const set of await collectFileSets(positionals, environment)) {
    const started = await upload(server, set, flags, terminal, signal);
    const run = await waitForRun(server, started, terminal, signal);
    if (run.status === 'failed') throw new ImportError(run.errors[0]!, run.errors.slice(1));
    const files = run.file_names.join(', ');
    print(
      run.status === 'skipped'
        ? `${files}: already imported into ${run.integration_token}, nothing to do.`
        : `${files}: imported into ${run.integration_token}.`,
    );
    for (const note of run.notes) print(note);
    if (run.loads.length > 0) for (const line of ['', ...reportLines(run)]) print(line);
  }
}

/** Uploads the files of a set as one multipart form, streaming each file. */
async function upload(
  { url, token }: RemoteServer,
  set: FetchedSet,
  flags: Record<string, string | boolean | undefined>,
  { showProgress }: Terminal,
  signal: AbortSignal,
): Promise<Run> {
  const sizes = await Promise.all(set.files.map(async ({ path }) => (await stat(path)).size));
  const totalBytes = sizes.reduce((sum, size) => sum + size, 0);
  const query = new URLSearchParams();
  const parameters = { ...flags, report_name: set.reportName, source_version: set.sourceVersion };
  for (const [key, value] of Object.entries(parameters)) if (value) query.set(key, value);
  const boundary = `farthing-${randomUUID()}`;
  const started = performance.now();
  const onSent = (bytes: number) => {
    const seconds = (performance.now() - started) / 1000;
    showProgress(`Uploading ${progressLine({ rows: 0, bytes, totalBytes, seconds })}`);
  };
  const response = await post(
    `${url.replace(/\/$/, '')}/console/imports?${query.toString()}`,
    {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    Readable.from(multipartForm(set, boundary, onSent)),
    signal,
  );
  return parseRun(response.status, response.text);
}

async function* multipartForm(
  set: FetchedSet,
  boundary: string,
  onSent: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let sent = 0;
  for (const { name, path } of set.files) {
    const fileName = name.replace(/["\r\n]/g, '_');
    yield Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n` +
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

async function post(
  url: string,
  headers: Record<string, string>,
  body: Readable,
  cancelled: AbortSignal,
) {
  // The server discards a file that does not arrive whole.
  const signal = AbortSignal.any([cancelled, AbortSignal.timeout(uploadHours * 3_600_000)]);
  try {
    const response = await sendTrusted(url, { method: 'POST', headers, body, signal });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    if (cancelled.aborted) throw new ImportError('Import cancelled.');
    throw new ImportError(`The server at ${new URL(url).origin} does not respond.`, [], {
      cause: error,
    });
  }
}

function parseRun(status: number, text: string): Run {
  const body = parseJson(text);
  if (status < 300) return body as Run;
  const { errors } = body as { errors?: string[] };
  const [first = `The server returned HTTP ${status}.`, ...rest] = errors ?? [];
  throw new ImportError(first, rest);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** Polls an import until it has finished, showing its progress; an interrupted one is cancelled first. */
async function waitForRun(
  { url, token }: RemoteServer,
  startedRun: Run,
  { showProgress }: Terminal,
  signal: AbortSignal,
): Promise<Run> {
  const started = performance.now();
  let isCancelled = false;
  for (let run = startedRun; ;) {
    if (run.status !== 'running') return run;
    const pausing = isCancelled ? {} : { signal };
    await wait(pollIntervalMs, undefined, pausing).catch(() => undefined);
    const mustCancel: boolean = signal.aborted && !isCancelled;
    isCancelled ||= mustCancel;
    const response = await sendTrusted(new URL(`/console/imports/runs/${run.run_id}`, url).href, {
      method: mustCancel ? 'DELETE' : 'GET',
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(60_000),
    });
    run = parseRun(response.status, await response.text());
    const seconds = (performance.now() - started) / 1000;
    const { rows_done: rows, bytes_done: bytes, bytes_total: totalBytes } = run;
    const { summaries_done: done, summaries_total: total } = run;
    const summaries = total > 0 ? { done, total } : undefined;
    const queued = {
      importsAhead: run.imports_ahead ?? undefined,
      secondsLeft: run.seconds_left ?? undefined,
    };
    showProgress(
      totalBytes > 0
        ? progressLine({ rows, bytes, totalBytes, seconds, summaries, ...queued })
        : 'Reading the files',
    );
  }
}
