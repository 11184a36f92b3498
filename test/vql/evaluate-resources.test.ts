import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  checkFilter,
  compileResourceWhere,
  resourceRows,
} from '../../src/domain/costs/vql/index.js';
import { hasSpecCases, specBlocks, missingSpecCases } from './spec-cases.js';

const scope = { integrationTokens: ['seen', 'token_a'] };

const textColumns = [
  'id',
  'provider',
  'integration_token',
  'type',
  'uuid',
  'label',
  'region',
  'account_id',
  'provider_account_id',
];

describe('resources', () => {
  let inventory: PGlite;
  beforeAll(async () => {
    inventory = await PGlite.create();
    await createResources('test_resources', [
      {
        id: 'a',
        provider: 'aws',
        type: 'aws_instance',
        uuid: 'u1',
        label: 'web_1',
        metadata: { size: 8, on: true, at: '2026-01-15' },
        tags: { tier: 'gold' },
      },
      {
        id: 'b',
        provider: 'aws',
        type: 'aws_lb',
        uuid: 'u2',
        label: null,
        metadata: { size: '10.5', on: null, at: '2026-01-15T23:30:00-01:00' },
        tags: {},
      },
      {
        id: 'c',
        provider: 'gcp',
        type: 'google_disk',
        uuid: 'u3',
        label: 'web-1',
        metadata: { size: 'big', at: '2026-02-30' },
        tags: { tier: '', backup: 'x' },
      },
      {
        id: 'd',
        provider: 'custom_provider',
        integration_token: 'token_a',
        type: 'desk',
        uuid: 'u4',
        label: 'c:\\x',
        metadata: {},
        tags: { 'vntg:x': 'y' },
      },
      {
        id: 'e',
        provider: 'aws',
        integration_token: 'foreign',
        type: 'aws_instance',
        uuid: 'u5',
        label: 'web_1',
        metadata: {},
        tags: {},
      },
    ]);
  });
  afterAll(async () => {
    await inventory.close();
  });

  async function createResources(table: string, rows: readonly object[]): Promise<void> {
    const list = textColumns.map((name) => `${name} text`).join(', ');
    await inventory.exec(`CREATE TABLE ${table} (${list}, metadata jsonb, tags jsonb)`);
    const stored = rows.map((row) => ({ integration_token: 'seen', ...row }));
    const fill = `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(null::${table}, $1)`;
    await inventory.query(fill, [JSON.stringify(stored)]);
  }

  async function resourcesMatching(table: string, vql: string): Promise<string[]> {
    const filter = checkFilter('resource_report', vql);
    const { where, values } = compileResourceWhere(filter, scope, resourceRows);
    const query = `SELECT id FROM ${table} WHERE ${where} ORDER BY id`;
    const { rows } = await inventory.query<{ id: string }>(query, [...values]);
    return rows.map(({ id }) => id);
  }

  test.each<readonly [string, string[]]>([
    ['', ['a', 'b', 'c', 'd']],
    [`resources.provider != 'aws'`, ['c', 'd']],
    [`resources.provider NOT IN ('gcp', 'custom_provider:token_a')`, ['a', 'b']],
    [`resources.provider = 'custom_provider:token_b'`, []],
    [`resources.type = 'aws_ec2_instance'`, ['a']],
    [`resources.label LIKE 'web\\_1'`, ['a']],
    [`resources.label LIKE 'web_1'`, ['a', 'c']],
    [`resources.label LIKE 'c:\\x'`, ['d']],
    [`resources.label != 'web_1'`, ['b', 'c', 'd']],
    [`resources.label NOT IN ('web_1')`, ['b', 'c', 'd']],
    [`resources.label NOT LIKE 'web%'`, ['b', 'd']],
    [`resources.label = 'nul \u0000'`, []],
    [`resources.metadata->>'on' = 'true'`, ['a']],
    [`resources.metadata->>'on' = NULL`, ['b', 'c', 'd']],
    [`resources.metadata->>'on' != NULL`, ['a']],
    [`resources.metadata->>'size' != '8'`, ['b', 'c']],
    [`resources.metadata->>'size' NOT IN ('8')`, ['b', 'c']],
    [`resources.metadata->>'size' > 8`, ['b']],
    [`resources.metadata->>'size' >= '8.0'`, ['a', 'b']],
    [`resources.metadata->>'at' > '2026-01-15'`, ['b']],
    [`resources.metadata->>'at' >= '2026-01-16T00:30:00Z'`, ['b']],
    [`resources.metadata->>'at' < '2026-01-16'`, ['a']],
    [`tags.name = 'tier'`, ['a', 'c']],
    [`tags.name != 'tier'`, ['b', 'd']],
    [`tags.name = NULL`, ['b', 'd']],
    [`tags.name LIKE '%er' AND tags.value != 'gold'`, ['c']],
    [`tags.name = 'tier' AND tags.value = ''`, ['c']],
    [`tags.name = 'tier' AND tags.value = NULL`, ['b', 'd']],
    [`(tags.name, tags.value) NOT IN (('tier', 'gold'))`, ['b', 'c', 'd']],
  ])('%s', async (vql, ids) => {
    expect(await resourcesMatching('test_resources', vql)).toEqual(ids);
  });

  const [specRows = [], specResourceCases = []] = specBlocks<{ vql: string; ids: string[] }>(
    '16.7',
  );
  test.each(specResourceCases)('specification: $vql', async ({ vql, ids }) => {
    const table = 'spec_resources';
    const { rows } = await inventory.query(`SELECT to_regclass('${table}') AS found`);
    if (JSON.stringify(rows) === '[{"found":null}]') await createResources(table, specRows);
    expect(await resourcesMatching(table, vql)).toEqual(ids);
  });
});

if (!hasSpecCases) test.skip(`skipped: ${missingSpecCases}`, () => {});
