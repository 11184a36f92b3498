import type { z } from 'zod';
import { badRequest } from '../lib/errors.js';
import { isArray } from './schema.js';

/** Keys and values of a query string, in order, decoded. */
export type QueryPairs = [key: string, value: string][];

/**
 * The pairs of a URL's query string. `+` and `%20` are both spaces; keys are decoded too.
 *
 * @example
 * parseQueryString('/v2/costs?settings%5Bamortize%5D=true'); // [['settings[amortize]', 'true']]
 */
export function parseQueryString(url: string): QueryPairs {
  const start = url.indexOf('?');
  if (start < 0) return [];
  return url
    .slice(start + 1)
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const [key, ...rest] = part.split('=');
      return [decode(key!), decode(rest.join('='))];
    });
}

function decode(text: string): string {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '));
    if (decoded.includes('\0')) throw new URIError('NUL');
    return decoded;
  } catch {
    throw badRequest('The query string is not valid percent-encoded UTF-8');
  }
}

/**
 * Picks the declared keys. Arrays accept three spellings (`k=a,b`, `k=a&k=b`, `k[]=a`), scalars take the
 * last value, and empty values count as absent save for the keys in `keepsEmpty`.
 *
 * @example
 * pickQuery(z.object({ regions: z.array(z.string()) }), [['regions', 'eu,us'], ['regions[]', 'a,b']]);
 * // { regions: ['eu', 'us', 'a,b'] }
 */
export function pickQuery(
  schema: z.ZodObject,
  pairs: QueryPairs,
  keepsEmpty: readonly string[] = [],
): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(schema.shape)) {
    const value = isArray(field)
      ? listOf(key, pairs)
      : lastOf(key, pairs, keepsEmpty.includes(key));
    if (value !== undefined) picked[key] = value;
  }
  return picked;
}

function lastOf(key: string, pairs: QueryPairs, keepsEmpty: boolean): string | undefined {
  const value = pairs.findLast(([name]) => name === key)?.[1];
  return value !== undefined && (keepsEmpty || isPresent(value)) ? value : undefined;
}

function listOf(key: string, pairs: QueryPairs): string[] | undefined {
  const items = pairs
    .filter(([name]) => name === key || name === `${key}[]`)
    .filter(([, value]) => isPresent(value))
    // An item in the `k[]` spelling may contain commas.
    .flatMap(([name, value]) => (name === key ? splitCsvLine(value) : [value]))
    .map((item) => item.trim())
    .filter((item) => item !== '');
  return items.length > 0 ? items : undefined;
}

// The TypeScript client sends String(undefined) for options that are explicitly undefined.
function isPresent(value: string): boolean {
  return value.trim() !== '' && value !== 'undefined' && value !== 'null';
}

/**
 * The items of a CSV line; a text that is not a valid CSV line is split at its commas.
 *
 * @example
 * splitCsvLine('"a,b",c'); // ['a,b', 'c']
 */
export function splitCsvLine(line: string): string[] {
  const field = /^\s*(?:"((?:[^"]|"")*)"\s*|([^",]*))(,|$)/;
  const items: string[] = [];
  let rest = line;
  for (;;) {
    const match = field.exec(rest);
    if (!match) return line.split(',');
    items.push(match[1]?.replaceAll('""', '"') ?? match[2]!);
    if (match[3] === '') return items;
    rest = rest.slice(match[0].length);
  }
}
