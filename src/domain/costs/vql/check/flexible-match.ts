const ignored = /[^\p{L}\p{M}\p{N}]/gu;

/**
 * The form in which `~*` compares values: NFKC, case-folded, with everything but letters, marks and
 * numbers removed. "Web Shop", "web_shop" and "WEB-SHOP?" all become "webshop".
 */
export function normalizeForFlexibleMatch(value: string): string {
  return Array.from(value.normalize('NFKC'), foldCase).join('').replace(ignored, '');
}

/**
 * Full Unicode case folding of one character. Going through upper case expands characters such as
 * "ß" to "ss". One character at a time, because lower-casing a whole word turns a final sigma into
 * another letter. The dotless i is the one exception: it has an upper case but folds to itself.
 */
function foldCase(character: string): string {
  if (character === 'ı') return character;
  return character.toLowerCase().toUpperCase().toLowerCase();
}
