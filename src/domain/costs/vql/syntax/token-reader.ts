import { truncate } from '../../../../platform/lib/source-text.js';
import type { FilterErrorCode } from './filter-error.js';
import { limits } from './limits.js';
import { throwProblem } from './problem.js';
import type { Token, TokenType } from './tokenize.js';

const nestingDetail = `parentheses are nested more than ${limits.nesting} deep`;

/** Steps through tokens, tracks open parentheses and reports unexpected tokens. */
export class TokenReader {
  #position = 0;
  readonly #openParentheses: number[] = [];
  readonly #tokens: readonly Token[];
  readonly #end: Token;

  constructor(tokens: readonly Token[], end: Token) {
    this.#tokens = tokens;
    this.#end = end;
  }

  peek(ahead = 0): Token {
    return this.#tokens[this.#position + ahead] ?? this.#end;
  }

  advance(): Token {
    const token = this.peek();
    this.#position += 1;
    return token;
  }

  /** Whether the next token is this symbol, or this keyword in any letter case. */
  isAt(text: string, ahead = 0): boolean {
    const { type, raw } = this.peek(ahead);
    return (type === 'symbol' || type === 'word') && raw.toUpperCase() === text;
  }

  /** Consumes the next token if it is this symbol or keyword. */
  accept(text: string): Token | null {
    return this.isAt(text) ? this.advance() : null;
  }

  /** Consumes the next token, which must have this type; `expected` names it in the error. */
  expectType(type: TokenType, expected: string): Token {
    return this.peek().type === type ? this.advance() : this.throwUnexpected(expected);
  }

  openParenthesis(expected: string): void {
    const token = this.accept('(') ?? this.throwUnexpected(expected);
    this.#openParentheses.push(token.offset);
  }

  openGroup(depth: number): void {
    if (depth >= limits.nesting) throwProblem('limit', this.peek().offset, nestingDetail);
    this.openParenthesis('a condition');
  }

  closeParenthesis(expected: string): void {
    if (!this.accept(')')) this.throwUnexpected(expected);
    this.#openParentheses.pop();
  }

  /** Reports the next token as unexpected, or the unbalanced parenthesis that explains it. */
  throwUnexpected(expected: string): never {
    this.#throwIfUnbalanced();
    const { type, raw, offset } = this.peek();
    const found = type === 'end' ? 'the end of the filter' : truncate(raw);
    throwProblem('unexpected_token', offset, `expected ${expected}, found ${found}`);
  }

  /** Like `throwUnexpected`, for a code that is more specific than `unexpected_token`. */
  throwAtNext(code: FilterErrorCode, detail: string): never {
    this.#throwIfUnbalanced();
    throwProblem(code, this.peek().offset, detail);
  }

  #throwIfUnbalanced(): void {
    const { type, offset } = this.peek();
    const innermost = this.#openParentheses.at(-1);
    if (type === 'end' && innermost !== undefined) {
      throwProblem('unclosed_parenthesis', innermost, "this '(' is never closed");
    }
    if (this.isAt(')') && innermost === undefined) {
      throwProblem('extra_parenthesis', offset, "this ')' has no matching '('");
    }
  }
}
