import { limits } from './limits.js';
import { parseCondition } from './parse-condition.js';
import { parsePairs } from './parse-pairs.js';
import { throwProblem } from './problem.js';
import type { LogicalNode, SyntaxNode } from './syntax-tree.js';
import { TokenReader } from './token-reader.js';
import { type Token, tokenize } from './tokenize.js';

/** Parses a filter into its syntax tree; throws a `ProblemError` for the first lexical or grammar error. */
export function parse(text: string): SyntaxNode {
  const end: Token = { type: 'end', raw: '', offset: text.length };
  return new Parser(new TokenReader(tokenize(text), end)).filter();
}

/** Recursive descent with one method per grammar rule. */
class Parser {
  #conditions = 0;
  #depth = 0;

  constructor(readonly tokens: TokenReader) {}

  filter(): SyntaxNode {
    const syntax = this.or();
    if (this.tokens.peek().type !== 'end') {
      this.tokens.throwUnexpected('AND, OR or the end of the filter');
    }
    return syntax;
  }

  private or(): SyntaxNode {
    return this.logical('or', 'OR', () => this.and());
  }

  private and(): SyntaxNode {
    return this.logical('and', 'AND', () => this.primary());
  }

  private logical(
    type: LogicalNode['type'],
    keyword: string,
    operand: () => SyntaxNode,
  ): SyntaxNode {
    const first = operand();
    if (!this.tokens.isAt(keyword)) return first;
    const operands = [first];
    while (this.tokens.accept(keyword)) operands.push(operand());
    return { type, operands };
  }

  private primary(): SyntaxNode {
    if (!this.tokens.isAt('(')) return this.condition();
    const startsPairs = this.tokens.peek(1).type === 'path' && this.tokens.isAt(',', 2);
    return startsPairs ? this.pairs() : this.group();
  }

  private group(): SyntaxNode {
    this.tokens.openGroup(this.#depth);
    this.#depth += 1;
    const content = this.or();
    this.tokens.closeParenthesis("AND, OR or ')'");
    this.#depth -= 1;
    return { type: 'group', content };
  }

  private condition(): SyntaxNode {
    if (this.tokens.isAt('NOT')) {
      const detail = 'NOT is only allowed before IN and LIKE';
      throwProblem('prefix_not', this.tokens.peek().offset, detail);
    }
    this.countCondition();
    return parseCondition(this.tokens);
  }

  private pairs(): SyntaxNode {
    this.countCondition();
    return parsePairs(this.tokens);
  }

  private countCondition(): void {
    this.#conditions += 1;
    if (this.#conditions > limits.conditions) {
      const detail = `the filter has more than ${limits.conditions} conditions`;
      throwProblem('limit', this.tokens.peek().offset, detail);
    }
  }
}
