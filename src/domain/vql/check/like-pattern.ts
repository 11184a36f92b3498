type Part = { literal: string } | { wildcard: '%' | '_' };

/** The pattern in the form every SQL engine reads alike: a plain backslash is written twice. */
export function toSqlPattern(pattern: string): string {
  return partsOf(pattern).map(toSql).join('');
}

function toSql(part: Part): string {
  return 'wildcard' in part ? part.wildcard : part.literal.replace(/[%_\\]/, String.raw`\$&`);
}

/**
 * Whether a whole value fits a pattern, for names that are known before any SQL runs. Only the
 * last `%` is ever reconsidered, so that no pattern can take more than quadratic time.
 */
export function matchesLike(pattern: string, value: string): boolean {
  const parts = partsOf(pattern);
  const characters = Array.from(value);
  let part = 0;
  let at = 0;
  let retry: { part: number; at: number } | null = null;
  while (at < characters.length) {
    if (isAnyRun(parts[part])) {
      part += 1;
      retry = { part, at };
    } else if (fits(parts[part], characters[at])) {
      part += 1;
      at += 1;
    } else if (retry) {
      retry = { part: retry.part, at: retry.at + 1 };
      ({ part, at } = retry);
    } else {
      return false;
    }
  }
  return parts.slice(part).every(isAnyRun);
}

function isAnyRun(part: Part | undefined): boolean {
  return part !== undefined && 'wildcard' in part && part.wildcard === '%';
}

function fits(part: Part | undefined, character: string | undefined): boolean {
  return part !== undefined && ('wildcard' in part || part.literal === character);
}

/** A backslash makes `%`, `_` and itself plain; before anything else it is plain itself. */
function partsOf(pattern: string): Part[] {
  const pieces = pattern.match(/\\[%_\\]|[^]/gu) ?? [];
  return pieces.map((piece) => {
    if (piece === '%' || piece === '_') return { wildcard: piece };
    return { literal: piece.length > 1 && piece.startsWith('\\') ? piece.slice(1) : piece };
  });
}
