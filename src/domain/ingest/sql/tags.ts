import type { Sql } from './sql.js';

const keyLimit = 512;
const valueLimit = 1024;

/** Pairs of a JSON object: text as it is, other values in their JSON spelling, nulls left out. */
export function pairsOfJson(json: Sql): Sql {
  return `JSONExtractKeysAndValues(ifNull(${json}, ''), 'String')`;
}

/** Pairs of a JSON list of `{key, value}` objects, entries without a key left out. */
export function pairsOfLabels(json: Sql): Sql {
  return (
    `arrayFilter(p -> p.1 != '', arrayMap(o -> (JSONExtractString(o, 'key'), JSONExtractString(o, 'value')),` +
    ` JSONExtractArrayRaw(ifNull(${json}, ''))))`
  );
}

/** A map from pairs, sorted by key so that equal maps are equal values; of a repeated key the last wins. */
export function tagMap(pairs: Sql): Sql {
  const last = `arrayFilter((p, i) -> i = length(${pairs}) + 1 - indexOf(arrayReverse(${pairs}.1), p.1), ${pairs}, arrayEnumerate(${pairs}))`;
  const unique = `if(length(arrayDistinct(${pairs}.1)) = length(${pairs}), ${pairs}, ${last})`;
  const cut = `arrayMap(p -> (substringUTF8(p.1, 1, ${keyLimit}), substringUTF8(p.2, 1, ${valueLimit})), ${unique})`;
  return `CAST(arraySort(p -> p.1, ${cut}) AS Map(String, String))`;
}

/** The id under which a tag map is stored once; 0 is the empty map. */
export function tagSetId(tags: Sql): Sql {
  return `if(empty(${tags}), 0, sipHash64(mapKeys(${tags}), mapValues(${tags})))`;
}
