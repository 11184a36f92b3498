import { truncate } from '../../../../platform/lib/source-text.js';
import { BillingSqlError } from './billing-sql-error.js';
import { limits } from './limits.js';
import { type Token, tokenize } from './tokenize.js';

/** Steps through the tokens of a statement and reports what is wrong with them. */
export class TokenReader {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #end: Token;
  #position = 0;
  #depth = 0;
  #conditions = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokenize(text);
    this.#end = { type: 'end', raw: '', offset: text.trimEnd().length };
  }

  peek(): Token {
    return this.#tokens[this.#position] ?? this.#end;
  }

  advance(): Token {
    const token = this.peek();
    this.#position += 1;
    return token;
  }

  /** Whether the next token is this symbol, or this keyword in any letter case. */
  isAt(text: string): boolean {
    const { type, raw } = this.peek();
    return (type === 'symbol' || type === 'word') && raw.toUpperCase() === text;
  }

  /** Consumes the next token if it is this symbol or keyword. */
  accept(text: string): boolean {
    const found = this.isAt(text);
    if (found) this.advance();
    return found;
  }

  /** Consumes the next token if it is one of these symbols or keywords. */
  acceptAny<Text extends string>(texts: readonly Text[]): Text | null {
    return texts.find((text) => this.accept(text)) ?? null;
  }

  expect(text: string): void {
    if (!this.accept(text)) this.fail(text);
  }

  /** Reads `(item, item, ...)`. */
  list<Item>(limit: number, read: () => Item): Item[] {
    this.expect('(');
    const items: Item[] = [];
    do {
      if (items.length === limit) this.failAt(this.peek(), `more than ${limit} values in a list`);
      items.push(read());
    } while (this.accept(','));
    if (!this.accept(')')) this.fail(', or )');
    return items;
  }

  /** Runs a part of the parser one level deeper. */
  nested<Result>(read: () => Result): Result {
    this.checkDepth(this.#depth + 1);
    this.#depth += 1;
    const result = read();
    this.#depth -= 1;
    return result;
  }

  checkDepth(depth: number): void {
    if (depth > limits.depth) {
      this.failAt(this.peek(), `expressions are nested more than ${limits.depth} deep`);
    }
  }

  countCondition(): void {
    this.#conditions += 1;
    if (this.#conditions > limits.conditions) {
      this.failAt(this.peek(), `more than ${limits.conditions} conditions`);
    }
  }

  /** Stops at the next token, which should have been something else. */
  fail(expected: string): never {
    const { type, raw } = this.peek();
    const near = type === 'end' ? 'the end of the statement' : truncate(raw);
    this.failAt(this.peek(), `syntax error near ${near}`, expected);
  }

  failAt({ offset }: { offset: number }, reason: string, expected?: string): never {
    throw new BillingSqlError(this.#text, offset, reason, expected);
  }
}
