import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ddlStatements } from '../../../src/platform/store/clickhouse/ddl-statements.js';

const folder = new URL('../../../src/platform/store/clickhouse/migrations/', import.meta.url);

test('a cluster gets a replicated table behind a distributed one for each table', () => {
  for (const file of readdirSync(folder)) {
    const template = readFileSync(new URL(file, folder), 'utf8');
    const single = ddlStatements(template, undefined);
    const spread = ddlStatements(template, 'farm');
    const creations = (statements: string[]) =>
      statements.filter((statement) => statement.startsWith('CREATE TABLE'));
    expect(creations(spread)).toHaveLength(creations(single).length * 2);
    expect(spread.join('\n')).not.toMatch(/\{(local|engine|distributed):/);
  }
});

test('sharding keeps a tag set with its lines', () => {
  const template = readFileSync(new URL('0003_tag_sets.sql', folder), 'utf8');
  expect(ddlStatements(template, 'farm')[1]).toBe(
    'CREATE TABLE IF NOT EXISTS tag_sets ON CLUSTER farm AS tag_sets_local ENGINE = Distributed(farm, currentDatabase(), tag_sets_local, tag_set_id)',
  );
});

test('on one node, statements about distributed tables are left out', () => {
  const template =
    'DROP TABLE IF EXISTS {distributed:old} SYNC; DROP TABLE IF EXISTS {local:old} SYNC;';
  expect(ddlStatements(template, undefined)).toEqual(['DROP TABLE IF EXISTS old SYNC']);
  expect(ddlStatements(template, 'farm')).toEqual([
    'DROP TABLE IF EXISTS old ON CLUSTER farm SYNC',
    'DROP TABLE IF EXISTS old_local ON CLUSTER farm SYNC',
  ]);
});

test('a cluster name may contain hyphens', () => {
  expect(ddlStatements('DROP TABLE {local:old}', '`my-farm`')).toEqual([
    'DROP TABLE old_local ON CLUSTER `my-farm`',
  ]);
});

test('a cluster name that is no name is refused', () => {
  expect(() => ddlStatements('', 'a; DROP')).toThrow('is not a cluster name');
});
