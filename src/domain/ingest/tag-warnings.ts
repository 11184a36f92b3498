import type { Warning } from './format.js';
import type { Sql } from './sql/sql.js';
import { maxKeyLength, maxValueLength } from './sql/tags.js';

// Bytes are counted first, which is faster.
const isTooLong =
  `length(p.1) > ${maxKeyLength} AND lengthUTF8(p.1) > ${maxKeyLength}` +
  ` OR length(p.2) > ${maxValueLength} AND lengthUTF8(p.2) > ${maxValueLength}`;

/** The warning of tags that are no JSON object; the row has no tags then. */
export function invalidTags(json: Sql, text: Sql = json): Warning {
  const isObject = `isValidJSON(ifNull(${json}, '{}')) AND JSONType(ifNull(${json}, '{}')) = 'Object'`;
  return {
    code: 'tags_unreadable',
    when: `${text} IS NOT NULL AND NOT (${isObject})`,
    example: text,
  };
}

/** The warning of tags that are longer than what is stored. */
export const truncatedTags: Warning = {
  code: 'tags_truncated',
  when: `arrayExists(p -> ${isTooLong}, tag_pairs)`,
  example: `arrayFirst(p -> ${isTooLong}, tag_pairs).1`,
};
