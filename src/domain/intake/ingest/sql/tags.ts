import { type Sql, sql } from '../../../../platform/store/sql.js';
import { isMissing } from './expressions.js';

export const maxKeyLength = 512;
export const maxValueLength = 1024;

/** The pairs of a file that has no tags. */
export const noPairs = sql`CAST([] AS Array(Tuple(String, String)))`;

/** Key-value pairs of a JSON object; values that are not strings are kept as JSON, nulls are left out. */
export function pairsOfJson(json: Sql): Sql {
  if (isMissing(json)) return noPairs;
  return sql`JSONExtractKeysAndValues(ifNull(${json}, ''), 'String')`;
}

/** Key-value pairs of a JSON array of `{key, value}` objects; entries without a key are left out. */
export function pairsOfLabels(json: Sql): Sql {
  return sql`arrayFilter(p -> p.1 != '', arrayMap(
    o -> (JSONExtractString(o, 'key'), JSONExtractString(o, 'value')),
    JSONExtractArrayRaw(ifNull(${json}, ''))))`;
}

/** A map of pairs, sorted by key so that equal maps are equal values; the last of duplicate keys wins. */
export function tagMap(pairs: Sql): Sql {
  const last = sql`arrayFilter(
    (p, i) -> i = length(${pairs}) + 1 - indexOf(arrayReverse(${pairs}.1), p.1),
    ${pairs}, arrayEnumerate(${pairs}))`;
  const unique = sql`if(length(arrayDistinct(${pairs}.1)) = length(${pairs}), ${pairs}, ${last})`;
  const truncated = sql`arrayMap(
    p -> (substringUTF8(p.1, 1, ${maxKeyLength}), substringUTF8(p.2, 1, ${maxValueLength})),
    ${unique})`;
  return sql`CAST(arraySort(p -> p.1, ${truncated}) AS Map(String, String))`;
}

/** The id of a tag map, which is stored once; 0 is the empty map. */
export function tagSetId(tags: Sql): Sql {
  return sql`if(empty(${tags}), 0, sipHash64(mapKeys(${tags}), mapValues(${tags})))`;
}
