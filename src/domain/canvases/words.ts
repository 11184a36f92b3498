/** A word of a prompt, a comma, or everything inside a pair of quotes. */
export interface Word {
  text: string;
  isQuoted: boolean;
  /** Where it begins in the prompt. */
  start: number;
}

const pattern = /"([^"]*)"|`([^`]*)`|(?<![^\s,])'([^']*)'(?![^\s,.?!;:])|,|[^\s,"`]+/g;

/** Cuts a prompt into words; marks at the end of a sentence are no part of them. */
export function wordsOf(prompt: string): Word[] {
  return [...prompt.matchAll(pattern)].flatMap((match) => {
    const quoted = match[1] ?? match[2] ?? match[3];
    const text = quoted ?? (match[0] === ',' ? ',' : match[0].replace(/[.?!;:]+$/, ''));
    return text === '' ? [] : [{ text, isQuoted: quoted !== undefined, start: match.index }];
  });
}

/** Walks over words, comparing them in any letter case. */
export class WordReader {
  #at = 0;

  constructor(readonly words: readonly Word[]) {}

  get position(): number {
    return this.#at;
  }

  get isDone(): boolean {
    return this.#at >= this.words.length;
  }

  backTo(position: number): void {
    this.#at = position;
  }

  next(): Word | undefined {
    return this.words[this.#at++];
  }

  /** Takes these words when they come next: `take('unit cost of')`. */
  take(phrase: string): boolean {
    const wanted = phrase.split(' ');
    if (!wanted.every((word, index) => this.#isPlain(this.#at + index, word))) return false;
    this.#at += wanted.length;
    return true;
  }

  /** Takes the first of several phrases that comes next. */
  takeOne<Phrase extends string>(phrases: readonly Phrase[]): Phrase | undefined {
    return phrases.find((phrase) => this.take(phrase));
  }

  /** Takes items with `and` or commas between them; a separator that no item follows is left alone. */
  takeList<Item>(takeItem: () => Item | undefined): Item[] {
    const items: Item[] = [];
    let end = this.#at;
    do {
      const item = takeItem();
      if (item === undefined) {
        this.#at = end;
        return items;
      }
      items.push(item);
      end = this.#at;
    } while (this.take(', and') || this.takeOne([',', 'and', 'or']));
    return items;
  }

  /** Takes the longest of these names that comes next; of two that differ in case, the one as written. */
  takeName<Named extends { name: string }>(names: readonly Named[]): Named[] {
    const fits = names.flatMap((each) => {
      const length = this.#lengthOf(each.name);
      return length === 0 ? [] : [{ each, length, isExact: this.#isExact(each.name) }];
    });
    const longest = Math.max(0, ...fits.map(({ length }) => length));
    const best = fits.filter(({ length }) => length === longest);
    const exact = best.filter(({ isExact }) => isExact);
    this.#at += longest;
    return (exact.length > 0 ? exact : best).map(({ each }) => each);
  }

  #isPlain(at: number, word: string): boolean {
    const found = this.words[at];
    return found !== undefined && !found.isQuoted && found.text.toLowerCase() === word;
  }

  /** How many words a name takes up here; 0 when it does not come next. */
  #lengthOf(name: string): number {
    const here = this.words[this.#at];
    if (!here) return 0;
    if (here.isQuoted) return here.text.toLowerCase() === name.toLowerCase() ? 1 : 0;
    const words = wordsOf(name).map(({ text }) => text.toLowerCase());
    return words.every((word, index) => this.#isPlain(this.#at + index, word)) ? words.length : 0;
  }

  #isExact(name: string): boolean {
    const here = this.words[this.#at]!;
    if (here.isQuoted) return here.text === name;
    return wordsOf(name).every(({ text }, index) => this.words[this.#at + index]?.text === text);
  }
}
