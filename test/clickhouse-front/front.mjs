// ClickHouse's HTTP interface in front of the embedded engine, so that tests can use a ClickHouse server
// where none is installed. It runs in a process and a folder of its own and cannot see files of its clients.
//
// node test/clickhouse-front/front.mjs FOLDER [PORT]
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Engine } from './engine.mjs';
import { readParameters, readStatement, spoolRows } from './request.mjs';
import { insertFromFile, isStreamed, readsBody, requireNoFiles } from './statements.mjs';

const folder = resolve(process.argv[2]);
const spool = join(folder, 'spool');
mkdirSync(spool, { recursive: true });
process.chdir(folder);
const engine = new Engine(join(folder, 'data'));

async function answer(request, response) {
  const url = new URL(request.url, 'http://front');
  if (url.pathname === '/ping') return void response.end('Ok.\n');
  const parameters = readParameters(url);
  response.setHeader('X-ClickHouse-Query-Id', url.searchParams.get('query_id') ?? randomUUID());
  response.setHeader('X-ClickHouse-Timezone', 'UTC');
  if (readsBody(parameters.query)) return insert(request, response, parameters);
  const { sql: body, values } = await readStatement(request);
  const sql = [parameters.query, body].filter((text) => text !== '').join('\n');
  const bound = { ...parameters, values: { ...parameters.values, ...values } };
  requireNoFiles(sql);
  if (isStreamed(sql)) return select(request, response, bound, sql);
  await sendWhole(response, await engine.run(bound, sql));
}

async function insert(request, response, parameters) {
  requireNoFiles(parameters.query);
  const path = join(spool, randomUUID());
  try {
    const compression = await spoolRows(request, path);
    const statement = insertFromFile(parameters.query, path, compression);
    await sendWhole(response, await engine.run(parameters, statement));
  } finally {
    await rm(path, { force: true });
  }
}

async function sendWhole(response, { bytes, rowsRead, bytesRead }) {
  const summary = { read_rows: rowsRead, read_bytes: bytesRead, written_rows: 0, written_bytes: 0 };
  const text = Object.entries(summary).map(([name, value]) => [name, String(value)]);
  response.setHeader('X-ClickHouse-Summary', JSON.stringify(Object.fromEntries(text)));
  response.end(bytes);
}

/** A statement that fails before its first rows gets an error status; later, the error ends the stream. */
async function select(request, response, parameters, sql) {
  const tag = randomBytes(8).toString('hex');
  const isCompressed =
    parameters.settings.enable_http_compression === '1' &&
    /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  const held = [];
  let output;
  const start = () => {
    response.setHeader('X-ClickHouse-Summary', '{"read_rows":"0","read_bytes":"0"}');
    response.setHeader('X-ClickHouse-Exception-Tag', tag);
    if (isCompressed) response.setHeader('Content-Encoding', 'gzip');
    output = isCompressed ? createGzip() : response;
    if (isCompressed) pipeline(output, response).catch(() => {});
    for (const piece of held) output.write(piece);
  };
  const closed = new AbortController();
  response.once('close', () => closed.abort());
  try {
    await engine.stream(
      parameters,
      sql,
      async (piece) => {
        if (parameters.isBuffered) return void held.push(piece);
        if (output === undefined) start();
        if (output.write(piece)) return;
        await new Promise((drained) => {
          output.once('drain', drained);
          closed.signal.addEventListener('abort', drained, { once: true });
        });
      },
      closed.signal,
    );
  } catch (error) {
    if (output === undefined) throw error;
    const text = errorText(error);
    const mark = `\r\n__exception__\r\n${tag}\r\n${text}\n${Buffer.byteLength(text) + 1} ${tag}\r\n__exception__\r\n`;
    // A server breaks the transfer after the message, so that no client takes it for complete.
    const breakOff = () => setImmediate(() => response.socket?.destroySoon());
    output.write(mark, () => (isCompressed ? output.flush(breakOff) : breakOff()));
    return;
  }
  if (output === undefined) start();
  output.end();
}

const errorText = (error) => `${error.message} (version 26.7.2.1)`;

/** The status that a server gives an exception; 500 for all others. */
const statuses = { 60: 404, 62: 400, 81: 404, 115: 400, 291: 403 };

function sendError(response, error) {
  if (response.headersSent) return void response.destroy();
  const code = /^Code: (\d+)/.exec(error.message)?.[1] ?? '1002';
  response.statusCode = statuses[code] ?? 500;
  response.setHeader('X-ClickHouse-Exception-Code', code);
  response.end(`${errorText(error)}\n`);
}

/** A server accepts statements of a mebibyte in the address. */
const limits = { keepAliveTimeout: 10_000, requestTimeout: 0, maxHeaderSize: 2 ** 20 };

const server = createServer(limits, (request, response) => {
  answer(request, response).catch((error) => sendError(response, error));
});
server.listen(Number(process.argv[3] ?? 0), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
