import { checkNumber } from './check-values.js';
import { findColumn } from './columns.js';
import { limits } from './limits.js';
import { plainNumber } from './literals.js';
import { depthOf, type Node, isCondition } from './nodes.js';
import type {
  ArithmeticOperator,
  BillingColumn,
  BillingDataset,
  ComparisonOperator,
  Condition,
  Expression,
  FunctionName,
  Literal,
} from './statement.js';
import type { TokenReader } from './token-reader.js';
import { unquote } from './tokenize.js';

const comparisons = ['<=', '>=', '<>', '!=', '=', '<', '>'] as const;
const tests = ['IN', 'LIKE'] as const;
const functions: readonly FunctionName[] = ['LOWER', 'UPPER', 'COALESCE'];

/**
 * Recursive descent with one method per grammar rule, loosest operator first. A parenthesis can open
 * a condition or an expression, so both are nodes of one grammar and told apart afterwards.
 */
export class ExpressionParser {
  constructor(
    readonly tokens: TokenReader,
    readonly dataset: BillingDataset,
  ) {}

  condition(): Condition {
    return this.asCondition(() => this.or());
  }

  expression(): Expression {
    return this.asExpression(() => this.concat());
  }

  /** A number with its sign, a text or NULL. */
  literal(): Literal {
    const negative = this.tokens.accept('-');
    const token = this.tokens.peek();
    if (token.type === 'number') return this.number(negative);
    if (negative) this.tokens.fail('a number');
    if (token.type === 'text') return { type: 'text', value: unquote(this.tokens.advance().raw) };
    if (this.tokens.accept('NULL')) return { type: 'null' };
    return this.tokens.fail('a value');
  }

  column(): BillingColumn {
    const token = this.tokens.advance();
    const point = token.raw.indexOf('.');
    const dataset = token.raw.slice(0, point).toLowerCase();
    const written = token.raw.slice(point + 1);
    const name = written.startsWith('"') ? unquote(written) : written;
    if (dataset === this.dataset) {
      const column = findColumn(dataset, name);
      if (column) return column;
    }
    return this.tokens.failAt(token, `Unknown column ${dataset}.${name}`);
  }

  private or(): Node {
    return this.logical('or', 'OR', () => this.and());
  }

  private and(): Node {
    return this.logical('and', 'AND', () => this.not());
  }

  private logical(type: 'and' | 'or', keyword: string, read: () => Node): Node {
    const start = this.tokens.peek();
    const first = read();
    if (!this.tokens.isAt(keyword)) return first;
    if (!isCondition(first)) this.tokens.failAt(start, 'syntax error: expected a condition');
    const operands = [first];
    while (this.tokens.accept(keyword)) operands.push(this.asCondition(read));
    return { type, operands };
  }

  private not(): Node {
    if (!this.tokens.accept('NOT')) return this.predicate();
    return { type: 'not', operand: this.tokens.nested(() => this.asCondition(() => this.not())) };
  }

  private predicate(): Node {
    const start = this.tokens.peek();
    const operand = this.concat();
    const operator = this.tokens.acceptAny(comparisons);
    const negated = operator === null && this.tokens.accept('NOT');
    const test = operator ?? this.tokens.acceptAny(negated ? tests : [...tests, 'IS']);
    if (test === null) return negated ? this.tokens.fail('IN or LIKE') : operand;
    if (isCondition(operand)) this.tokens.failAt(start, 'syntax error: expected a value');
    this.tokens.countCondition();
    if (test === 'IN') return { type: 'in', negated, operand, values: this.values() };
    if (test === 'LIKE') return { type: 'like', negated, operand, pattern: this.expression() };
    if (test === 'IS') return this.isNull(operand);
    return { type: 'compare', operator: normal(test), left: operand, right: this.expression() };
  }

  private values(): Literal[] {
    return this.tokens.list(limits.listValues, () => this.literal());
  }

  private isNull(operand: Expression): Condition {
    const negated = this.tokens.accept('NOT');
    this.tokens.expect('NULL');
    return { type: 'is_null', negated, operand };
  }

  private concat(): Node {
    const start = this.tokens.peek();
    const first = this.sum();
    if (!this.tokens.isAt('||')) return first;
    if (isCondition(first)) this.tokens.failAt(start, 'syntax error: expected a value');
    const operands = [first];
    while (this.tokens.accept('||')) operands.push(this.asExpression(() => this.sum()));
    return { type: 'concat', operands };
  }

  private sum(): Node {
    return this.arithmetic(['+', '-'], () => this.product());
  }

  private product(): Node {
    return this.arithmetic(['*', '/'], () => this.signed());
  }

  private arithmetic(operators: readonly ArithmeticOperator[], read: () => Node): Node {
    const start = this.tokens.peek();
    let left = read();
    for (;;) {
      const operator = this.tokens.acceptAny(operators);
      if (operator === null) return left;
      const from = this.tokens.peek();
      const right = this.asExpression(read);
      if (isCondition(left)) this.tokens.failAt(start, 'syntax error: expected a value');
      checkNumber(left, (reason) => this.tokens.failAt(start, reason));
      checkNumber(right, (reason) => this.tokens.failAt(from, reason));
      left = { type: 'arithmetic', operator, left, right };
      this.tokens.checkDepth(depthOf(left));
    }
  }

  /** A minus sign before anything but a number subtracts from zero. */
  private signed(): Node {
    const start = this.tokens.peek();
    if (!this.tokens.accept('-')) return this.primary();
    if (this.tokens.peek().type === 'number') return this.number(true);
    const right = this.tokens.nested(() => this.asExpression(() => this.signed()));
    checkNumber(right, (reason) => this.tokens.failAt(start, reason));
    return { type: 'arithmetic', operator: '-', left: { type: 'number', value: '0' }, right };
  }

  private primary(): Node {
    const { type } = this.tokens.peek();
    if (type === 'number') return this.number(false);
    if (type === 'column') return { type: 'column', column: this.column() };
    if (this.tokens.accept('(')) return this.group();
    const name = this.tokens.acceptAny(functions);
    if (name) return this.call(name);
    if (type === 'text' || this.tokens.isAt('NULL')) return this.literal();
    return this.tokens.fail('a value');
  }

  private group(): Node {
    const content = this.tokens.nested(() => this.or());
    if (!this.tokens.accept(')')) this.tokens.fail(')');
    return content;
  }

  private call(name: FunctionName): Expression {
    const start = this.tokens.peek();
    const operands = this.tokens.nested(() =>
      this.tokens.list(limits.listValues, () => this.expression()),
    );
    if (name !== 'COALESCE' && operands.length !== 1) {
      this.tokens.failAt(start, `${name} takes one value`);
    }
    return { type: 'call', name, operands };
  }

  private number(negative: boolean): Literal {
    const token = this.tokens.advance();
    const value = plainNumber(negative ? `-${token.raw}` : token.raw);
    if (value !== null) return { type: 'number', value };
    return this.tokens.failAt(token, `${token.raw.slice(0, 60)} has too many digits`);
  }

  private asExpression(read: () => Node): Expression {
    const start = this.tokens.peek();
    const node = read();
    return isCondition(node)
      ? this.tokens.failAt(start, 'syntax error: expected a value, found a condition')
      : node;
  }

  private asCondition(read: () => Node): Condition {
    const start = this.tokens.peek();
    const node = read();
    return isCondition(node)
      ? node
      : this.tokens.failAt(start, 'syntax error: expected a condition, found a value');
  }
}

function normal(operator: (typeof comparisons)[number]): ComparisonOperator {
  return operator === '<>' ? '!=' : operator;
}
