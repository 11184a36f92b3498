import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { formatDate, parseDate } from '../../../platform/lib/time.js';
import type { MetricAccess } from './metric-access.js';
import { fetchJson, type JsonResponse } from './fetch-json.js';
import type { MetricSource, PulledValue } from './metric-source.js';
import { SnowflakeMetricFields } from './metric-source-fields.js';
import { PullError } from './pull-error.js';

const service = 'Snowflake';
const statementTimeoutSeconds = 300;
const maxPartitions = 100;

const ResultSet = z.object({
  statementHandle: z.string(),
  resultSetMetaData: z.object({
    rowType: z.array(z.object({ name: z.string(), type: z.string() })),
    partitionInfo: z.array(z.unknown()).default([]),
  }),
  data: z.array(z.array(z.string().nullable())).default([]),
});
const Partition = ResultSet.pick({ data: true });

type Column = z.output<typeof ResultSet>['resultSetMetaData']['rowType'][number];
type Row = readonly (string | null)[];

export const snowflake: MetricSource = {
  pull: async function* (stored, access) {
    const { sql_query } = SnowflakeMetricFields.parse(stored);
    const send = openClient(access);
    const submitted = await send('', statementBody(sql_query, access));
    const first = parseResponse(ResultSet, await waitForResult(send, submitted));
    const { rowType, partitionInfo } = first.resultSetMetaData;
    const toValues = valueReader(rowType);
    yield* first.data.flatMap(toValues);
    if (partitionInfo.length > maxPartitions) {
      throw new PullError('The query returns too many rows; aggregate them by day in the query.');
    }
    for (let part = 1; part < partitionInfo.length; part += 1) {
      const more = await send(`/${encodeURIComponent(first.statementHandle)}?partition=${part}`);
      yield* parseResponse(Partition, more).data.flatMap(toValues);
    }
  },
};

type SendStatement = (path: string, body?: object) => Promise<JsonResponse>;

function openClient({ settings, secrets, send }: MetricAccess): SendStatement {
  const headers = {
    authorization: `Bearer ${secrets['token']}`,
    'x-snowflake-authorization-token-type': 'PROGRAMMATIC_ACCESS_TOKEN',
    accept: 'application/json',
    'content-type': 'application/json',
  };
  return (path, body) =>
    fetchJson({
      service,
      url: `${settings['endpoint']}/api/v2/statements${path}`,
      init: { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) },
      send,
    });
}

function statementBody(sql: string, { settings }: MetricAccess) {
  const { warehouse, role, database, schema } = settings;
  return { statement: sql, timeout: statementTimeoutSeconds, warehouse, role, database, schema };
}

/** Polls a statement that is still running. */
async function waitForResult(send: SendStatement, submitted: JsonResponse): Promise<JsonResponse> {
  let response = submitted;
  let waited = 0;
  for (let wait = 0.2; response.status === 202; wait = Math.min(wait * 2, 10)) {
    const handle = response.body['statementHandle'];
    if (typeof handle !== 'string' || waited > statementTimeoutSeconds) {
      throw new PullError(
        `The query takes longer than ${statementTimeoutSeconds} s; make it faster.`,
      );
    }
    await delay(wait * 1000);
    waited += wait;
    response = await send(`/${encodeURIComponent(handle)}`);
  }
  return response;
}

function parseResponse<Schema extends z.ZodType>(
  schema: Schema,
  { body }: JsonResponse,
): z.output<Schema> {
  const response = schema.safeParse(body);
  if (!response.success) {
    throw new PullError(`${service} returned an unexpected response to the query.`);
  }
  return response.data;
}

/** Finds the columns `date` and `value` by name, else by position; all others are labels. */
function valueReader(columns: readonly Column[]): (row: Row) => PulledValue[] {
  const names = columns.map(({ name }) => name.toLowerCase());
  const indexOf = (accepted: readonly string[], fallback: number) => {
    const index = names.findIndex((name) => accepted.includes(name));
    return index < 0 ? fallback : index;
  };
  const [date, value] = [indexOf(['date'], 0), indexOf(['value', 'amount'], 1)];
  if (columns.length < 2 || date === value) {
    throw new PullError('The query must return a date, a value and optionally labels.');
  }
  return (row) => {
    const amount = row[value] ?? null;
    if (amount === null) return [];
    const day = parseDay(row[date] ?? '', columns[date]!.type.toLowerCase());
    const labels = names.flatMap((name, index) =>
      index === date || index === value || row[index] == null ? [] : [[name, row[index]] as const],
    );
    return [{ day, labels: Object.fromEntries(labels), amount }];
  };
}

/** Dates are days since 1970, timestamps are seconds, and text is parsed as a date. */
function parseDay(text: string, type: string): string {
  const unitMilliseconds =
    type === 'date' ? 86_400_000 : type.startsWith('timestamp') ? 1000 : undefined;
  const number = Number.parseFloat(text);
  const isNumber = unitMilliseconds !== undefined && /^-?\d+(\.\d+)?( \d+)?$/.test(text);
  const day = isNumber ? formatDate(new Date(number * unitMilliseconds)) : parseDate(text);
  if (day === undefined) throw new PullError(`The query returned "${text}", which is not a date.`);
  return day;
}
