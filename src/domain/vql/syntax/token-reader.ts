import { shorten } from './characters.js';
import { type FilterErrorCode, refuse } from './filter-error.js';
import { limits } from './limits.js';
import type { Token, TokenType } from './tokenize.js';

const nestingDetail = `parentheses are nested more than ${limits.nesting} deep`;

/** Walks over tokens, remembers which parentheses are open and words the errors. */
export class TokenReader {
  #next = 0;
  readonly #open: number[] = [];

  constructor(
    readonly tokens: readonly Token[],
    readonly end: Token,
  ) {}

  peek(ahead = 0): Token {
    return this.tokens[this.#next + ahead] ?? this.end;
  }

  take(): Token {
    const token = this.peek();
    this.#next += 1;
    return token;
  }

  /** Whether the next token is this symbol, or this keyword in any letter case. */
  sees(text: string, ahead = 0): boolean {
    const { type, raw } = this.peek(ahead);
    return (type === 'symbol' || type === 'word') && raw.toUpperCase() === text;
  }

  takeIf(text: string): Token | null {
    return this.sees(text) ? this.take() : null;
  }

  takeType(type: TokenType, expected: string): Token {
    return this.peek().type === type ? this.take() : this.refuseNext(expected);
  }

  openParenthesis(expected: string): void {
    const token = this.takeIf('(') ?? this.refuseNext(expected);
    this.#open.push(token.offset);
  }

  openGroup(depth: number): void {
    if (depth >= limits.nesting) refuse('limit', this.peek().offset, nestingDetail);
    this.openParenthesis('a condition');
  }

  closeParenthesis(expected: string): void {
    if (!this.takeIf(')')) this.refuseNext(expected);
    this.#open.pop();
  }

  /** Refuses the next token, or the parenthesis that makes it wrong. */
  refuseNext(expected: string): never {
    this.refuseUnbalanced();
    const { type, raw, offset } = this.peek();
    const found = type === 'end' ? 'the end of the filter' : shorten(raw);
    refuse('unexpected_token', offset, `expected ${expected}, found ${found}`);
  }

  /** As `refuseNext`, where a more telling code than `unexpected_token` exists. */
  refuseNextAs(code: FilterErrorCode, detail: string): never {
    this.refuseUnbalanced();
    refuse(code, this.peek().offset, detail);
  }

  private refuseUnbalanced(): void {
    const { type, offset } = this.peek();
    const innermost = this.#open.at(-1);
    if (type === 'end' && innermost !== undefined) {
      refuse('unclosed_parenthesis', innermost, "this '(' is never closed");
    }
    if (this.sees(')') && innermost === undefined) {
      refuse('extra_parenthesis', offset, "this ')' has no matching '('");
    }
  }
}
