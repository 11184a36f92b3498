/** Lower case without accents, so that `zurich` finds `Zürich`. */
const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const isWordStart = (text: string, index: number): boolean =>
  index === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(index - 1));

/**
 * How well a text matches what was typed, higher is better; undefined if it does not. The whole text ranks
 * above its beginning, that above the beginning of a word, that above initials such as `ncr` for `New cost
 * report`, and those above words anywhere. Shorter texts rank above longer ones.
 */
export function matchScore(text: string, typed: string): number | undefined {
  const [haystack, needle] = [plain(text), plain(typed.trim())];
  if (needle === '') return 0;
  const brevity = 1 / (1 + haystack.length);
  if (haystack === needle) return 5 + brevity;
  if (haystack.startsWith(needle)) return 4 + brevity;
  const places = placesOf(haystack, needle);
  if (places.some((index) => isWordStart(haystack, index))) return 3 + brevity;
  if (areInitials(haystack, needle)) return 2 + brevity;
  const words = needle.split(/\s+/);
  return words.every((word) => haystack.includes(word)) ? 1 + brevity : undefined;
}

function placesOf(text: string, part: string): number[] {
  const places: number[] = [];
  for (let index = text.indexOf(part); index >= 0; index = text.indexOf(part, index + 1)) {
    places.push(index);
  }
  return places;
}

/** Whether the letters are the first ones of words, in order: `ncr` of `New cost report`. */
function areInitials(text: string, letters: string): boolean {
  const initials = text.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu) ?? [];
  let found = 0;
  for (const initial of initials) if (initial === letters.charAt(found)) found += 1;
  return letters.length > 1 && found === letters.length;
}

interface Ranked {
  title: string;
  /** Further words that find it. */
  keywords?: string | undefined;
}

/** The items that match what was typed, best first; equal matches stay in their order. */
export function rank<Item extends Ranked>(items: readonly Item[], typed: string): Item[] {
  return items
    .flatMap((item) => {
      const byKeyword = item.keywords && matchScore(item.keywords, typed);
      const scores = [matchScore(item.title, typed), byKeyword ? byKeyword - 2 : undefined];
      const known = scores.filter((score) => score !== undefined);
      return known.length > 0 ? [{ item, score: Math.max(...known) }] : [];
    })
    .toSorted((one, other) => other.score - one.score)
    .map(({ item }) => item);
}
