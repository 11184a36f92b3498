import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { expect, test } from 'vitest';
import { run as runStatement } from '../../src/platform/store/clickhouse/cost-store.js';
import { openCostStore } from '../../src/platform/store/clickhouse/open-cost-store.js';
import { sql } from '../../src/platform/store/sql.js';
import { timeoutMs, useProcesses } from './server-process.js';

const { newFolder, run } = useProcesses();

const expectedExit = (store: string) => ({
  status: 1,
  stdout: '',
  stderr:
    `${store} was upgraded by a newer release of Farthing (migration 9001_next), which this release cannot use. ` +
    'Start the newer release, or restore a backup made before the upgrade.\n',
});

test(
  'a data folder of a newer release is rejected with one line',
  { timeout: timeoutMs },
  async () => {
    const data = newFolder();
    const list = () => run(data, ['user', 'list']);
    expect((await list()).status).toBe(0);

    const postgres = await PGlite.create(join(data, 'postgres'));
    await postgres.exec("insert into kysely_migration (name, timestamp) values ('9001_next', '')");
    await postgres.close();
    expect(await list()).toEqual(expectedExit('The PostgreSQL database'));

    const repaired = await PGlite.create(join(data, 'postgres'));
    await repaired.exec("delete from kysely_migration where name = '9001_next'");
    await repaired.close();
    const costs = await openCostStore({ folder: join(data, 'clickhouse') });
    await runStatement(costs.bulk, sql`INSERT INTO schema_migrations VALUES ('9001_next', now())`);
    await costs.close();
    expect(await list()).toEqual(expectedExit('The ClickHouse database'));
  },
);
