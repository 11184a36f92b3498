import { type Sql, sql } from '../../../platform/store/sql.js';

/** SQL of a tag value without its leading `=`, null for none. The prefix tells an empty value from no value. */
export function withoutPrefix(prefixedSql: Sql): Sql {
  return sql`if(${prefixedSql} = '', NULL, substring(${prefixedSql}, 2))`;
}
