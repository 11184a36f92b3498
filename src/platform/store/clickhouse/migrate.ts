import { readdir, readFile } from 'node:fs/promises';
import { run, type CostStore } from './cost-store.js';
import { ddlStatements } from './ddl.js';

const folder = new URL('./migrations/', import.meta.url);

/** Creates whatever tables are missing. Every statement may run again, so no record of past runs is kept. */
export async function migrateCostStore(store: CostStore): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  for (const file of files) {
    const template = await readFile(new URL(file, folder), 'utf8');
    for (const statement of ddlStatements(template, store.cluster)) {
      await run(store.client, statement);
    }
  }
}
