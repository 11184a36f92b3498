const ignored = /[^\p{L}\p{M}\p{N}]/gu;

/**
 * What `~*` compares: compatibility forms unified, letter case folded, and everything but
 * letters, marks and numbers dropped. "Web Shop", "web_shop" and "WEB-SHOP?" all give "webshop".
 */
export function normalizeFlexibly(value: string): string {
  return Array.from(value.normalize('NFKC'), foldCase).join('').replace(ignored, '');
}

/**
 * Full case folding of one character. Going through upper case expands what has no single
 * lower case ("ß" gives "ss"); character by character, so that a sigma is not bent by its place.
 * The dotless i is the one letter whose folding is itself although it has an upper case.
 */
function foldCase(character: string): string {
  if (character === 'ı') return character;
  return character.toLowerCase().toUpperCase().toLowerCase();
}
