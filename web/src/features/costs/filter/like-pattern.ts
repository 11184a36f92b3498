/** The pattern of `LIKE` that matches texts with a part: `50%` becomes `%50\%%`. */
export const containsPattern = (part: string): string =>
  `%${part.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;

/** The part that a pattern looks for; undefined where it is more than "contains". */
export function containedPart(pattern: string): string | undefined {
  const [, inner] = /^%(.*)%$/s.exec(pattern) ?? [];
  if (inner === undefined) return undefined;
  const part = inner.replaceAll(/\\([\\%_])/g, '$1');
  // Wildcards inside, or a backslash that is written otherwise, make another pattern.
  return part !== '' && containsPattern(part) === pattern ? part : undefined;
}
