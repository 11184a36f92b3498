import { refuse } from './filter-error.js';
import { limits } from './limits.js';
import { readCondition } from './parse-condition.js';
import { readPairs } from './parse-pairs.js';
import type { Joined, Syntax } from './syntax-tree.js';
import { TokenReader } from './token-reader.js';
import { type Token, tokenize } from './tokenize.js';

/** Reads a filter text into its syntax tree; throws the first problem of its tokens or grammar. */
export function parse(text: string): Syntax {
  const end: Token = { type: 'end', raw: '', offset: text.length };
  return new Parser(new TokenReader(tokenize(text), end)).filter();
}

class Parser {
  #conditions = 0;
  #depth = 0;

  constructor(readonly tokens: TokenReader) {}

  filter(): Syntax {
    const syntax = this.or();
    if (this.tokens.peek().type !== 'end') {
      this.tokens.refuseNext('AND, OR or the end of the filter');
    }
    return syntax;
  }

  private or(): Syntax {
    return this.joined('or', 'OR', () => this.and());
  }

  private and(): Syntax {
    return this.joined('and', 'AND', () => this.primary());
  }

  private joined(type: Joined['type'], keyword: string, operand: () => Syntax): Syntax {
    const first = operand();
    if (!this.tokens.sees(keyword)) return first;
    const operands = [first];
    while (this.tokens.takeIf(keyword)) operands.push(operand());
    return { type, operands };
  }

  private primary(): Syntax {
    if (!this.tokens.sees('(')) return this.condition();
    const startsPairs = this.tokens.peek(1).type === 'path' && this.tokens.sees(',', 2);
    return startsPairs ? this.pairs() : this.group();
  }

  private group(): Syntax {
    this.tokens.openGroup(this.#depth);
    this.#depth += 1;
    const content = this.or();
    this.tokens.closeParenthesis("AND, OR or ')'");
    this.#depth -= 1;
    return { type: 'group', content };
  }

  private condition(): Syntax {
    if (this.tokens.sees('NOT')) {
      refuse('prefix_not', this.tokens.peek().offset, 'NOT is only allowed before IN and LIKE');
    }
    this.countCondition();
    return readCondition(this.tokens);
  }

  private pairs(): Syntax {
    this.countCondition();
    return readPairs(this.tokens);
  }

  private countCondition(): void {
    this.#conditions += 1;
    if (this.#conditions > limits.conditions) {
      const detail = `the filter has more than ${limits.conditions} conditions`;
      refuse('limit', this.tokens.peek().offset, detail);
    }
  }
}
