import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '../harness.js';

/** Table to columns, as `src/platform/store/tables.ts` declares them. */
async function declared(): Promise<Record<string, string[]>> {
  const source = await readFile('src/platform/store/tables.ts', 'utf8');
  const own = /interface ObjectRow \{([^}]*)\}/.exec(source)![1]!;
  const body = source.slice(
    source.indexOf('export interface Tables {'),
    source.indexOf('\n}\n', source.indexOf('export interface Tables {')),
  );
  const columns = (text: string) =>
    [...text.matchAll(/(?:^|[{;])\s*(\w+): /gm)].map((match) => match[1]!);
  const tables = [...body.matchAll(/^ {2}(\w+): (ObjectRow & )?\{([^}]*)\}/gm)];
  return Object.fromEntries(
    tables.map(([, name, isObject, text]) => [
      name!,
      [...(isObject ? columns(own) : []), ...columns(text!)].toSorted(),
    ]),
  );
}

test('the declared tables are those of the migrated database', async () => {
  const { services } = await testApp();
  const { rows } = await sql<{ table_name: string; columns: string[] }>`
    select table_name, array_agg(column_name::text order by column_name::text) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely_%'
    group by table_name`.execute(services.db);
  const migrated = Object.fromEntries(rows.map((row) => [row.table_name, row.columns.toSorted()]));
  expect(await declared()).toEqual(migrated);
});
