/** A word of a prompt, a comma, or the text inside a pair of quotes. */
export interface Word {
  text: string;
  isQuoted: boolean;
  /** Position in the prompt. */
  start: number;
}

const pattern = /"([^"]*)"|`([^`]*)`|(?<![^\s,])'([^']*)'(?![^\s,.?!;:])|,|[^\s,"`]+/g;

/** Splits a prompt into words without trailing punctuation. */
export function splitWords(prompt: string): Word[] {
  return [...prompt.matchAll(pattern)].flatMap((match) => {
    const quoted = match[1] ?? match[2] ?? match[3];
    const text = quoted ?? (match[0] === ',' ? ',' : match[0].replace(/[.?!;:]+$/, ''));
    return text === '' ? [] : [{ text, isQuoted: quoted !== undefined, start: match.index }];
  });
}

/** Reads words one after the other and matches them case-insensitively. */
export class WordReader {
  #position = 0;

  constructor(readonly words: readonly Word[]) {}

  get position(): number {
    return this.#position;
  }

  get isAtEnd(): boolean {
    return this.#position >= this.words.length;
  }

  rewindTo(position: number): void {
    this.#position = position;
  }

  next(): Word | undefined {
    return this.words[this.#position++];
  }

  /** Takes the words of a phrase if they come next: `take('unit cost of')`. */
  take(phrase: string): boolean {
    const expected = phrase.split(' ');
    if (!expected.every((word, index) => this.#isPlain(this.#position + index, word))) return false;
    this.#position += expected.length;
    return true;
  }

  /** Takes the first of several phrases that comes next. */
  takeOne<Phrase extends string>(phrases: readonly Phrase[]): Phrase | undefined {
    return phrases.find((phrase) => this.take(phrase));
  }

  /** Takes items separated by commas, `and` or `or`; a trailing separator is not consumed. */
  takeList<Item>(takeItem: () => Item | undefined): Item[] {
    const items: Item[] = [];
    let end = this.#position;
    do {
      const item = takeItem();
      if (item === undefined) {
        this.#position = end;
        return items;
      }
      items.push(item);
      end = this.#position;
    } while (this.take(', and') || this.takeOne([',', 'and', 'or']));
    return items;
  }

  /** Takes the longest of these names that comes next; an exact match in letter case is preferred. */
  takeName<Named extends { name: string }>(names: readonly Named[]): Named[] {
    const matches = names.flatMap((each) => {
      const length = this.#matchLength(each.name);
      return length === 0 ? [] : [{ each, length, isExact: this.#isExact(each.name) }];
    });
    const longest = Math.max(0, ...matches.map(({ length }) => length));
    const best = matches.filter(({ length }) => length === longest);
    const exact = best.filter(({ isExact }) => isExact);
    this.#position += longest;
    return (exact.length > 0 ? exact : best).map(({ each }) => each);
  }

  #isPlain(position: number, text: string): boolean {
    const word = this.words[position];
    return word !== undefined && !word.isQuoted && word.text.toLowerCase() === text;
  }

  /** How many words a name takes up here; 0 when it does not come next. */
  #matchLength(name: string): number {
    const word = this.words[this.#position];
    if (!word) return 0;
    if (word.isQuoted) return word.text.toLowerCase() === name.toLowerCase() ? 1 : 0;
    const expected = splitWords(name).map(({ text }) => text.toLowerCase());
    const isMatch = expected.every((text, index) => this.#isPlain(this.#position + index, text));
    return isMatch ? expected.length : 0;
  }

  #isExact(name: string): boolean {
    const word = this.words[this.#position]!;
    if (word.isQuoted) return word.text === name;
    return splitWords(name).every(
      ({ text }, index) => this.words[this.#position + index]?.text === text,
    );
  }
}
