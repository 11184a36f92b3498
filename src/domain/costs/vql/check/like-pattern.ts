type Part = { literal: string } | { wildcard: '%' | '_' };

/** The pattern in a form that both SQL engines read the same way: a literal backslash is doubled. */
export function toSqlPattern(pattern: string): string {
  return parsePattern(pattern).map(toSql).join('');
}

function toSql(part: Part): string {
  return 'wildcard' in part ? part.wildcard : part.literal.replace(/[%_\\]/, String.raw`\$&`);
}

/**
 * Whether a value matches a LIKE pattern, for values known at compile time. Backtracks only to the
 * last `%`, which keeps the worst case quadratic.
 */
export function matchesLike(pattern: string, value: string): boolean {
  const parts = parsePattern(pattern);
  const characters = Array.from(value);
  let part = 0;
  let at = 0;
  let retry: { part: number; at: number } | null = null;
  while (at < characters.length) {
    if (isPercent(parts[part])) {
      part += 1;
      retry = { part, at };
    } else if (matchesCharacter(parts[part], characters[at])) {
      part += 1;
      at += 1;
    } else if (retry) {
      retry = { part: retry.part, at: retry.at + 1 };
      ({ part, at } = retry);
    } else {
      return false;
    }
  }
  return parts.slice(part).every(isPercent);
}

function isPercent(part: Part | undefined): boolean {
  return part !== undefined && 'wildcard' in part && part.wildcard === '%';
}

function matchesCharacter(part: Part | undefined, character: string | undefined): boolean {
  return part !== undefined && ('wildcard' in part || part.literal === character);
}

/** A backslash escapes `%`, `_` and itself; before any other character it is literal. */
function parsePattern(pattern: string): Part[] {
  const pieces = pattern.match(/\\[%_\\]|[^]/gu) ?? [];
  return pieces.map((piece) => {
    if (piece === '%' || piece === '_') return { wildcard: piece };
    return { literal: piece.length > 1 && piece.startsWith('\\') ? piece.slice(1) : piece };
  });
}
