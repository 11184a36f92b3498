import { sql } from '../../../../platform/store/sql.js';
import type { RowSource } from '../compile/row-source.js';
import { tagsInMap } from './tag-sources.js';

/** Columns that rows of every kind have. */
export const rowColumns = { provider: sql`provider`, integration: sql`integration_token` } as const;

/** Columns that all rows of the cost store have, and the maps and tags of most. */
export const costStoreColumns = {
  ...rowColumns,
  load: sql`load_id`,
  maps: {},
  tags: tagsInMap(sql`tags`),
} as const;

/** Fields whose columns have the name of the field. */
export function sameNames(namespace: string, columns: readonly string[]): RowSource['fields'] {
  return Object.fromEntries(columns.map((column) => [`${namespace}.${column}`, [sql.ref(column)]]));
}
