import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

/** Parameters of the HTTP interface that are no settings of the engine. */
const httpParameters = new Set([
  'query',
  'database',
  'user',
  'password',
  'query_id',
  'session_id',
  'role',
  'default_format',
  'wait_end_of_query',
  'buffer_size',
]);

/** Reads the parameters of a request: its database, settings and bound values. */
export function readParameters(url) {
  const parameters = [...url.searchParams];
  return {
    query: url.searchParams.get('query') ?? '',
    database: url.searchParams.get('database') ?? 'default',
    isBuffered: url.searchParams.get('wait_end_of_query') === '1',
    settings: Object.fromEntries(
      parameters.filter(([name]) => !httpParameters.has(name) && !name.startsWith('param_')),
    ),
    values: boundValues(parameters),
  };
}

const boundValues = (parameters) =>
  Object.fromEntries(
    parameters
      .filter(([name]) => name.startsWith('param_'))
      .map(([name, value]) => [name.slice('param_'.length), value]),
  );

/** Reads a body that is a statement, or a form of a statement and its bound values. */
export async function readStatement(request) {
  const received = await buffer(request);
  const isGzip = request.headers['content-encoding'] === 'gzip';
  const body = isGzip ? gunzipSync(received) : received;
  const boundary = /boundary=(.+)$/.exec(request.headers['content-type'] ?? '')?.[1];
  if (boundary === undefined) return { sql: body.toString(), values: {} };
  const fields = body
    .toString()
    .split(`--${boundary}`)
    .flatMap((part) => {
      const field = /name="([^"]+)"[^\r]*\r\n(?:[^\r]+\r\n)*\r\n([\s\S]*)\r\n$/.exec(part);
      return field === null ? [] : [[field[1], field[2]]];
    });
  return { sql: Object.fromEntries(fields).query ?? '', values: boundValues(fields) };
}

const compressions = { gzip: 'gzip', zstd: 'zstd' };

/** Writes the rows in a body to a file as they arrive, and returns how they are compressed. */
export async function spoolRows(request, path) {
  await pipeline(request, createWriteStream(path));
  return compressions[request.headers['content-encoding']] ?? 'none';
}
