/** The UTF-16 offset of the code point with the given index; null when the text is shorter. */
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

/**
 * Whether a text has more characters than allowed. A character is a code point: an emoji counts once.
 *
 * @example
 * isLongerThan('😀😀', 2); // false, although its length is 4
 */
export const isLongerThan = (text: string, max: number) => offsetOfCharacter(text, max) !== null;
