import { ScimError } from '../../../platform/kernel/scim-route.js';

/** One comparison of a filter: `userName eq "ada@example.com"`, its attribute in lower case. */
export interface Comparison {
  attribute: string;
  value: string;
}

const comparison = /^\s*([A-Za-z$][\w$.:-]*)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false|\d+)\s*/i;
const maxComparisons = 10;

/**
 * Parses a filter of equalities joined by `and`, which is what identity providers send to find a user or a
 * group again. `userName eq "a" and active eq true` has two comparisons.
 */
export function parseFilter(text: string): Comparison[] {
  const found: Comparison[] = [];
  let rest = text;
  for (;;) {
    const match = comparison.exec(rest);
    if (!match || found.length === maxComparisons) throw unsupported(text);
    found.push({ attribute: plainName(match[1]!).toLowerCase(), value: literal(match[2]!, text) });
    rest = rest.slice(match[0].length);
    if (rest === '') return found;
    const joined = /^and\s/i.exec(rest);
    if (!joined) throw unsupported(text);
    rest = rest.slice(joined[0].length);
  }
}

/** An attribute without the name of its schema: `urn:…:core:2.0:User:userName` is `userName`. */
export const plainName = (name: string): string =>
  name.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i, '');

function literal(written: string, filter: string): string {
  if (!written.startsWith('"')) return written.toLowerCase();
  try {
    const value = JSON.parse(written) as string;
    if (!value.includes('\0') && value.isWellFormed()) return value;
  } catch {
    // Falls through to the same refusal.
  }
  throw unsupported(filter);
}

const unsupported = (filter: string) =>
  new ScimError(
    400,
    `The filter is not supported; use attribute eq "value", joined by and: ${filter.slice(0, 200)}`,
    'invalidFilter',
  );
