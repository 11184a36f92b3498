// What error messages about a text in a language of ours need: filters and statements of billing rules.

/** Line and column of an offset. Both start at 1 and count code points, not UTF-16 code units. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return {
    line: before.split('\n').length,
    column: Array.from(before.slice(lineStart)).length + 1,
  };
}

/** A character for an error message: itself, or `U+0007` when it is not printable. */
export function printableCharacter(character: string): string {
  const isPrintable = /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u.test(character);
  const code = character.codePointAt(0) ?? 0;
  return isPrintable ? character : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The first 30 characters of a token, for an error message. */
export function truncate(raw: string): string {
  return Array.from(raw.slice(0, 60)).slice(0, 30).join('');
}
