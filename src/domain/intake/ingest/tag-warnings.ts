import { type Sql, sql } from '../../../platform/store/sql.js';
import type { Warning } from './format.js';
import { isMissing } from './sql/expressions.js';
import { maxKeyLength, maxValueLength } from './sql/tags.js';

// Bytes are counted first, which is faster.
const isTooLong = sql`length(p.1) > ${maxKeyLength} AND lengthUTF8(p.1) > ${maxKeyLength}
  OR length(p.2) > ${maxValueLength} AND lengthUTF8(p.2) > ${maxValueLength}`;

/** The warning of tags that are no JSON object; the row has no tags then. */
export function invalidTags(text: Sql, json: Sql = text): Warning[] {
  if (isMissing(text)) return [];
  const present = sql`ifNull(${json}, '{}')`;
  const isObject = sql`isValidJSON(${present}) AND JSONType(${present}) = 'Object'`;
  return [
    {
      code: 'tags_unreadable',
      when: sql`${text} IS NOT NULL AND NOT (${isObject})`,
      example: text,
    },
  ];
}

/** The warning of tags that are longer than what is stored. */
export const truncatedTags: Warning = {
  code: 'tags_truncated',
  when: sql`arrayExists(p -> ${isTooLong}, tag_pairs)`,
  example: sql`arrayFirst(p -> ${isTooLong}, tag_pairs).1`,
};
