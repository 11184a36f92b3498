import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { formatDate, parseDate } from '../../platform/lib/time.js';
import type { MetricAccess } from './access.js';
import { askJson, type Told } from './ask.js';
import { type MetricSource, type PulledValue, PullError } from './source.js';

const who = 'Snowflake';
const statementSeconds = 300;
const mostPartitions = 100;

const Fields = z.object({ sql_query: z.string() });

const ResultSet = z.object({
  statementHandle: z.string(),
  resultSetMetaData: z.object({
    rowType: z.array(z.object({ name: z.string(), type: z.string() })),
    partitionInfo: z.array(z.unknown()).default([]),
  }),
  data: z.array(z.array(z.string().nullable())).default([]),
});
const Rows = ResultSet.pick({ data: true });

type Column = z.output<typeof ResultSet>['resultSetMetaData']['rowType'][number];
type Row = readonly (string | null)[];

export const snowflake: MetricSource = {
  pull: async function* (stored, access) {
    const { sql_query } = Fields.parse(stored);
    const ask = asker(access);
    const first = read(ResultSet, await finished(ask, await ask('', statement(sql_query, access))));
    const { rowType, partitionInfo } = first.resultSetMetaData;
    const toValue = reader(rowType);
    yield* first.data.flatMap(toValue);
    if (partitionInfo.length > mostPartitions) {
      throw new PullError('The query returns too many rows; add them up by day in the query.');
    }
    for (let part = 1; part < partitionInfo.length; part += 1) {
      const more = await ask(`/${encodeURIComponent(first.statementHandle)}?partition=${part}`);
      yield* read(Rows, more).data.flatMap(toValue);
    }
  },
};

type Ask = (path: string, body?: object) => Promise<Told>;

function asker({ settings, secrets }: MetricAccess): Ask {
  const headers = {
    authorization: `Bearer ${secrets['token']}`,
    'x-snowflake-authorization-token-type': 'PROGRAMMATIC_ACCESS_TOKEN',
    accept: 'application/json',
    'content-type': 'application/json',
  };
  return (path, body) =>
    askJson({
      who,
      address: `${settings['endpoint']}/api/v2/statements${path}`,
      init: { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) },
    });
}

function statement(sql: string, { settings }: MetricAccess) {
  const { warehouse, role, database, schema } = settings;
  return { statement: sql, timeout: statementSeconds, warehouse, role, database, schema };
}

/** A statement that takes longer is asked for again until it is done. */
async function finished(ask: Ask, told: Told): Promise<Told> {
  let answer = told;
  let waited = 0;
  for (let wait = 0.2; answer.status === 202; wait = Math.min(wait * 2, 10)) {
    const handle = answer.body['statementHandle'];
    if (typeof handle !== 'string' || waited > statementSeconds) {
      throw new PullError(`The query takes longer than ${statementSeconds} s; make it faster.`);
    }
    await pause(wait * 1000);
    waited += wait;
    answer = await ask(`/${encodeURIComponent(handle)}`);
  }
  return answer;
}

function read<Schema extends z.ZodType>(schema: Schema, { body }: Told): z.output<Schema> {
  const answer = schema.safeParse(body);
  if (!answer.success) throw new PullError(`${who} answered the query with something else.`);
  return answer.data;
}

/** Columns by name where they are called date and value, else by their order; all others are labels. */
function reader(columns: readonly Column[]): (row: Row) => PulledValue[] {
  const names = columns.map(({ name }) => name.toLowerCase());
  const named = (wanted: readonly string[], otherwise: number) => {
    const at = names.findIndex((name) => wanted.includes(name));
    return at < 0 ? otherwise : at;
  };
  const [date, value] = [named(['date'], 0), named(['value', 'amount'], 1)];
  if (columns.length < 2 || date === value) {
    throw new PullError('The query must return a date and a value, and labels after them.');
  }
  return (row) => {
    const amount = row[value] ?? null;
    if (amount === null) return [];
    const day = dayOf(row[date] ?? '', columns[date]!.type.toLowerCase());
    const labels = names.flatMap((name, at) =>
      at === date || at === value || row[at] == null ? [] : [[name, row[at]] as const],
    );
    return [{ day, labels: Object.fromEntries(labels), amount }];
  };
}

/** Days come as their number since 1970, timestamps as seconds, texts as they stand. */
function dayOf(text: string, type: string): string {
  const milliseconds =
    type === 'date' ? 86_400_000 : type.startsWith('timestamp') ? 1000 : undefined;
  const number = Number.parseFloat(text);
  const isCounted = milliseconds !== undefined && /^-?\d+(\.\d+)?( \d+)?$/.test(text);
  const day = isCounted ? formatDate(new Date(number * milliseconds)) : parseDate(text);
  if (day === undefined) throw new PullError(`The query returns "${text}" as a date.`);
  return day;
}
