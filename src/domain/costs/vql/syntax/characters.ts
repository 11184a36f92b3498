/** Whitespace between tokens. Not the same set as `\s`, so it is spelled out. */
export const whitespace = String.raw`[ \t\r\n\f\v\u00a0\u2000-\u200b\u202f\u205f\u3000\ufeff]`;

const onlyWhitespace = new RegExp(`^${whitespace}*$`);

/** Whether a text is empty or only whitespace, and so contains no filter. */
export function isBlank(text: string): boolean {
  return onlyWhitespace.test(text);
}
