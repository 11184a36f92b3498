import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { importFlowFile, importFlows } from '../../../../test/flow-logs.js';
import { flowHeader, flowRecord } from '../../../../test/flow-records.js';
import { setTime } from '../../../../test/clock.js';
import { type Account, newAccount } from '../../../../test/harness.js';
import { sharedFolder, sharedNotice } from '../../../../test/shared.js';
import { run, selectRows } from '../../../platform/store/clickhouse/cost-store.js';
import { sql } from '../../../platform/store/sql.js';
import { openFiles } from '../../intake/ingest/open-files.js';
import { withSourceTables } from '../../intake/ingest/with-source-tables.js';
import { inputSettings } from '../../intake/ingest/source-rows.js';
import { readFlowLogLayout } from './flow-log-layout.js';
import { aggregateRecords } from './flow-records.js';
import { networkFlowCleanUp } from './network-flow-clean-up.js';
import { vpcFlowLogs } from './vpc-flow-logs.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';

afterEach(() => setTime('2026-03-10T09:00:00Z'));

/** Bytes in the store by day, of the loads that queries see or of all. */
async function storedBytes({ app }: Account, integration: string) {
  const { db, costs } = app.services;
  const loads = await db
    .selectFrom('network_flow_loads')
    .select('load_id')
    .where('integration_token', '=', integration)
    .where('status', '=', 'active')
    .execute();
  const rows = await selectRows<{ load_id: number; stored_day: string; n: string }>(
    costs.client,
    sql`SELECT load_id, toString(day) AS stored_day, sum(bytes) AS n FROM network_flows
     WHERE integration_token = ${sql.bind('String', integration)}
     GROUP BY load_id, stored_day ORDER BY stored_day, n`,
  );
  const active = new Set(loads.map((load) => load.load_id));
  return {
    active: rows
      .filter((row) => active.has(row.load_id))
      .map(({ stored_day, n }) => [stored_day, Number(n)]),
    all: rows.length,
  };
}

const cleanUp = ({ app }: Account) =>
  networkFlowCleanUp.run({}, { services: app.services, clock: app.clock });

test('records that are not imported are counted by reason', async () => {
  const account = await newAccount();
  const good = Array.from({ length: 30 }, () => flowRecord({ bytes: '10' }));
  const { rowsRead, rowsStored, warnings, integration } = await importFlows(account, [
    ...good,
    flowRecord({}) + ' one-too-many',
    flowRecord({}).split(' ').slice(0, -1).join(' '),
    flowRecord({ bytes: 'many' }),
    flowRecord({ srcaddr: 'nowhere' }),
    flowRecord({ action: 'REJECT' }),
    flowRecord({ 'log-status': 'NODATA', action: '-', bytes: '-', srcaddr: '-', dstaddr: '-' }),
    // 2026-03-01, which is older than the retention.
    flowRecord({ start: '1772366400' }),
    // A quote is text like any other.
    flowRecord({ 'instance-id': '"', bytes: '5' }),
  ]);
  expect({ rowsRead, rowsStored }).toEqual({ rowsRead: 38, rowsStored: 31 });
  expect(warnings).toEqual([
    '4 records rejected: wrong number of fields, or a value that cannot be read.',
    '1 record dropped: the log has no data for them.',
    '1 record dropped: rejected traffic.',
    '1 record dropped: older than 7 days.',
  ]);
  expect((await storedBytes(account, integration)).active).toEqual([['2026-03-09', 305]]);
});

test('times are in seconds or milliseconds', async () => {
  const account = await newAccount();
  const { warnings, integration } = await importFlows(account, [
    flowRecord({ start: '1773014400', bytes: '1' }),
    flowRecord({ start: '1773014400000', bytes: '2' }),
    flowRecord({ start: '1773014399999', bytes: '4' }),
  ]);
  expect(warnings).toEqual([]);
  expect((await storedBytes(account, integration)).active).toEqual([
    ['2026-03-08', 4],
    ['2026-03-09', 3],
  ]);
});

describe('a file is refused as a whole', () => {
  test.each([
    [
      'lacks fields',
      flowHeader.replace(' az-id', '').replace(' flow-direction', ''),
      [flowRecord({})],
      'UNSUPPORTED LOG FORMAT: flows.log lacks the fields flow-direction, az-id;',
    ],
    [
      'is of a transit gateway',
      `version tgw-id srcaddr dstaddr`,
      ['6 tgw-1 10.0.0.1 10.0.1.1'],
      'UNSUPPORTED LOG FORMAT: flows.log is a flow log of a transit gateway',
    ],
    [
      'has rejected traffic only',
      flowHeader,
      [flowRecord({ action: 'REJECT' })],
      'UNSUPPORTED TRAFFIC: flows.log has records of rejected traffic only.',
    ],
    [
      'is mostly malformed',
      flowHeader,
      [flowRecord({}), 'x', 'y'],
      'flows.log: 2 of 3 records are malformed, so the file was not imported.',
    ],
  ])('if it %s', async (_case, header, records, message) => {
    const account = await newAccount();
    await expect(importFlows(account, records, { header })).rejects.toThrow(message);
  });
});

test('an object is imported once, and replaced as a whole when its content changes', async () => {
  const account = await newAccount();
  const { integration } = await importFlows(account, [flowRecord({ bytes: '100' })]);
  const again = await importFlows(account, [flowRecord({ bytes: '100' })], {
    integration,
    name: 'copy.log',
  });
  expect(again).toMatchObject({ rowsStored: 0, warnings: ['The file was imported before.'] });
  await importFlows(account, [flowRecord({ bytes: '7' })], { integration, name: 'other.log' });
  await importFlows(account, [flowRecord({ bytes: '300' })], { integration });
  expect(await storedBytes(account, integration)).toEqual({
    active: [
      ['2026-03-09', 7],
      ['2026-03-09', 300],
    ],
    all: 3,
  });
  await cleanUp(account);
  expect((await storedBytes(account, integration)).all).toBe(2);
});

test('rows of an import that failed are never visible, and are removed', async () => {
  const account = await newAccount();
  const { integration } = await importFlows(account, [flowRecord({ bytes: '100' })]);
  const aborted = importFlows(account, [flowRecord({ bytes: '900' })], {
    integration,
    name: 'late.log',
    // The load is removed from under the import, before its rows become visible.
    lookUp: async () => {
      await account.app.services.db
        .deleteFrom('network_flow_loads')
        .where('integration_token', '=', integration)
        .where('status', '=', 'running')
        .execute();
      return [];
    },
  });
  await expect(aborted).rejects.toThrow('was removed while it ran');
  expect((await storedBytes(account, integration)).active).toEqual([['2026-03-09', 100]]);
  await cleanUp(account);
  expect((await storedBytes(account, integration)).all).toBe(1);
});

test('days past their retention are dropped', async () => {
  const account = await newAccount();
  const days = [1772496000, 1773014400].map((start) => flowRecord({ start: String(start) }));
  const { integration } = await importFlows(account, days);
  expect((await storedBytes(account, integration)).all).toBe(2);
  setTime('2026-03-12T09:00:00Z');
  await cleanUp(account);
  expect((await storedBytes(account, integration)).active).toEqual([['2026-03-09', 1000]]);
});

test('names of public addresses are looked up only if that is configured', async () => {
  const account = await newAccount();
  const asked: string[] = [];
  const { integration } = await importFlows(
    account,
    [flowRecord({}), flowRecord({ dstaddr: '10.1.1.1' })],
    { lookUp: async (address) => [asked.push(address) ? 'Host.Example.com' : ''] },
  );
  expect(asked).toEqual(['203.0.113.9']);
  const rows = await selectRows(
    account.app.services.costs.client,
    sql`SELECT dstaddr, dsthostname FROM network_flows
     WHERE integration_token = ${sql.bind('String', integration)} ORDER BY dstaddr`,
  );
  expect(rows).toEqual([
    { dstaddr: '10.1.1.1', dsthostname: null },
    { dstaddr: '203.0.113.9', dsthostname: 'host.example.com' },
  ]);
});

test('a log with carriage returns, a byte-order mark, blank lines and repeated headers is read', async () => {
  const account = await newAccount();
  const header = `\uFEFF${flowHeader}\r`;
  const records = [flowRecord({ bytes: '40' }), '', flowHeader, flowRecord({ bytes: '2' })].map(
    (line) => `${line}\r`,
  );
  const { integration, ...counts } = await importFlows(account, records, { header });
  expect(counts).toEqual({ rowsRead: 2, rowsStored: 2, warnings: [] });
  expect((await storedBytes(account, integration)).active).toEqual([['2026-03-09', 42]]);
});

describe('the fields of a log', () => {
  const names = flowHeader.split(' ');
  const inOrder = (order: readonly string[], record: string) => {
    const values = record.split(' ');
    return order.map((name) => values[names.indexOf(name)]).join(' ');
  };
  const everyOther = [
    ...names.filter((_, index) => index % 2 === 0),
    ...names.filter((_, index) => index % 2 === 1),
  ];

  test.each([
    ['reversed', names.toReversed()],
    ['so that no two neighbours stay together', everyOther],
  ])('may be %s', async (_, order) => {
    const account = await newAccount();
    const records = [
      flowRecord({ bytes: '40' }),
      flowRecord({ bytes: '2', 'flow-direction': 'ingress' }),
      flowRecord({ bytes: '7', action: 'REJECT' }),
    ];
    const stored = async (integration: string) =>
      selectRows(
        account.app.services.costs.client,
        sql`SELECT * EXCEPT (load_id, integration_token) FROM network_flows
         WHERE integration_token = ${sql.bind('String', integration)} ORDER BY bytes`,
      );
    const usual = await importFlows(account, records);
    const other = await importFlows(
      account,
      records.map((record) => inOrder(order, record)),
      { header: order.join(' ') },
    );
    expect(await stored(usual.integration)).toMatchObject([
      { subnet_id: 'subnet-a', bytes: '2' },
      { subnet_id: 'subnet-a', bytes: '40' },
    ]);
    expect(await stored(other.integration)).toEqual(await stored(usual.integration));
  });
});

/** Writes records into a Parquet file with names and types as some tools write them. */
async function writeParquet({ app }: Account, path: string, rows: readonly string[][]) {
  const selects = rows.map((row) => {
    const columns = flowHeader.split(' ').map((name, index) => {
      const value = row[index]!;
      const text = sql.literal(value === '-' ? 'None' : value);
      const stored =
        name === 'start' ? sql`toInt64(${sql.raw(value)})` : sql`CAST(${text}, 'Nullable(String)')`;
      return sql`${stored} AS ${sql.ref(name.replaceAll('-', '_'))}`;
    });
    return sql`SELECT ${sql.join(columns)}`;
  });
  await run(
    app.services.costs.bulk,
    sql`INSERT INTO FUNCTION file(${sql.literal(path)}, 'Parquet') ${sql.join(selects, ' UNION ALL ')}`,
  );
}

test('a Parquet file with numbers as text, nulls and other names is read', async () => {
  const account = await newAccount();
  if (!account.app.services.costs.embedded) return;
  const folder = await mkdtemp(join(tmpdir(), 'farthing-flows-'));
  const path = join(folder, 'flows.parquet');
  const record = (fields: Parameters<typeof flowRecord>[0]) => flowRecord(fields).split(' ');
  const withBlank = record({}).map((value) => value.replace('subnet-a', 'subnet a'));
  const good = Array.from({ length: 3 }, () => record({ bytes: '14' }));
  await writeParquet(account, path, [...good, withBlank]);
  expect(vpcFlowLogs.recognizes(await readFile(path), 'any.parquet')).toBe(true);
  const { integration, rowsStored, warnings } = await importFlowFile(account, path);
  expect(rowsStored).toBe(3);
  expect(warnings).toEqual([
    '1 record rejected: wrong number of fields, or a value that cannot be read.',
  ]);
  expect((await storedBytes(account, integration)).active).toEqual([['2026-03-09', 42]]);
  await rm(folder, { recursive: true });
});

test('a flow log is recognised by its header', () => {
  const recognizes = (text: string) => vpcFlowLogs.recognizes(Buffer.from(text), 'a.log');
  expect(recognizes(`${flowHeader}\n${flowRecord({})}\n`)).toBe(true);
  expect(recognizes('srcaddr,dstaddr\n')).toBe(false);
  expect(recognizes('{"srcaddr": 1, "dstaddr": 2}')).toBe(false);
});

describe.skipIf(!sharedFolder)(`sample files${sharedNotice}`, () => {
  const sample = (name: string) => join(sharedFolder!, 'data/vpc-flow-logs', name);

  /** Records of a file by action, whatever fields it lacks. */
  async function readRecords({ app }: Account, name: string) {
    const folder = await mkdtemp(join(tmpdir(), 'farthing-flows-'));
    const store = app.services.costs;
    const [source] = await openFiles([{ name, path: sample(name) }], folder);
    const layout = await readFlowLogLayout(store, source!);
    const group = { files: [layout.file], layout: layout.layout, kind: 'sample' };
    const options = {
      rowNumber: sql`0`,
      sampleRate: 1,
      firstDay: '2000-01-01',
      lastDay: '2030-01-01',
    };
    // A log without directions is read as one of outgoing traffic, to see its figures.
    const fields = new Map(layout.fields);
    if (!fields.has('flow-direction'))
      fields.set('flow-direction', { sql: sql`'egress'`, type: 'String' });
    const rows = await withSourceTables(store, [group], {}, ([staged]) => {
      const records = aggregateRecords(staged!.table.sql, { ...layout, fields }, options);
      return selectRows<{ outcome: string; n: string; sum: string }>(
        store.bulk,
        sql`SELECT outcome, sum(records) AS n, sum(bytes) AS sum FROM (${records})
          GROUP BY outcome ORDER BY outcome`,
        inputSettings(group),
      );
    });
    await rm(folder, { recursive: true });
    return rows.map(({ outcome, n, sum }) => [outcome, Number(n), Number(sum)]);
  }

  test('have the rows and bytes that are known of them', async () => {
    const account = await newAccount();
    expect(await readRecords(account, 'v2-default.log')).toEqual([
      ['flow', 1, 4249],
      ['rejected_traffic', 1, 0],
    ]);
    // 140 of its 53,640 bytes were rejected.
    expect(await readRecords(account, 'v5-custom.parquet')).toEqual([
      ['flow', 2, 53500],
      ['no_data', 1, 0],
      ['rejected_traffic', 1, 0],
    ]);
    expect(await readRecords(account, 'ecs-fields.log')).toEqual([['flow', 1, 3500]]);
    expect(await readRecords(account, 'malformed-too-few-fields.log')).toEqual([
      ['malformed', 1, 0],
    ]);
    expect(await readRecords(account, 'malformed-too-many-fields.log')).toEqual([
      ['malformed', 1, 0],
    ]);
    const odd = await readRecords(account, 'v2-default-odd-types.parquet');
    expect(odd).toContainEqual(['flow', 1, 840]);
    expect(odd.reduce((sum, [, n]) => sum + Number(n), 0)).toBe(3);
  });

  test.each([
    ['v2-default.log', 'flow-direction, region, instance-id, subnet-id, vpc-id, az-id'],
    ['v5-custom.parquet', 'flow-direction;'],
    ['transit-gateway-v6.log', 'transit gateway'],
  ])('%s is refused with what it lacks', async (name, text) => {
    const account = await newAccount();
    const imported = importFlowFile(account, sample(name), { name });
    await expect(imported).rejects.toThrow('UNSUPPORTED LOG FORMAT');
    await expect(imported).rejects.toThrow(text);
    expect(vpcFlowLogs.recognizes(await readFile(sample(name)), name)).toBe(true);
  });
});
