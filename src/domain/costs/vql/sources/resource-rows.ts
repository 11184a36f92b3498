import { sql } from '../../../../platform/store/sql.js';
import type { RowSource } from '../compile/row-source.js';
import { rowColumns, sameNames } from './columns.js';
import { tagsInJson } from './tag-sources.js';

/** The resource inventory in PostgreSQL. */
export const resourceRows: RowSource = {
  ...rowColumns,
  tags: tagsInJson(sql`tags`),
  maps: { 'resources.metadata': sql`metadata` },
  fields: sameNames('resources', [
    'type',
    'uuid',
    'label',
    'region',
    'account_id',
    'provider_account_id',
  ]),
};
