/** White space between tokens; wider than `\s` in places and narrower in others, so spelled out. */
export const whiteSpace = String.raw`[ \t\r\n\f\v\u00a0\u2000-\u200b\u202f\u205f\u3000\ufeff]`;

const onlyWhiteSpace = new RegExp(`^${whiteSpace}*$`);

/** Whether a text holds no filter at all. */
export function isBlank(text: string): boolean {
  return onlyWhiteSpace.test(text);
}

/** Line and column of an offset, from 1, counted in characters rather than UTF-16 units. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return {
    line: before.split('\n').length,
    column: Array.from(before.slice(lineStart)).length + 1,
  };
}

/** The offset of the character with the given index, or null when the text is not that long. */
export function offsetOfCharacter(text: string, index: number): number | null {
  if (text.length <= index) return null;
  let offset = 0;
  let count = 0;
  for (const character of text) {
    if (count === index) return offset;
    offset += character.length;
    count += 1;
  }
  return null;
}

/** A character as an error message shows it: itself, or its code when it has no visible form. */
export function showCharacter(character: string): string {
  const visible = /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u.test(character);
  const code = character.codePointAt(0) ?? 0;
  return visible ? character : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** As much of a written token as an error message repeats. */
export function shorten(raw: string): string {
  return Array.from(raw.slice(0, 60)).slice(0, 30).join('');
}
