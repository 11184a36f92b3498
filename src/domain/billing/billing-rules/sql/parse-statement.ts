import { checkAssignment, checkInsert } from './check-values.js';
import { findColumn } from './columns.js';
import { limits } from './limits.js';
import { ExpressionParser } from './parse-expression.js';
import type {
  Assignment,
  BillingColumn,
  BillingDataset,
  BillingStatement,
  DeleteStatement,
  InsertStatement,
  UpdateStatement,
} from './statement.js';
import { TokenReader } from './token-reader.js';
import { type Token, unquote } from './tokenize.js';

const datasets: readonly BillingDataset[] = ['aws', 'costs'];

/** Parses a custom SQL rule; throws a `BillingSqlError` for whatever is outside the dialect. */
export function parseBillingSql(text: string): BillingStatement {
  return new StatementParser(new TokenReader(text)).statement();
}

class StatementParser {
  constructor(readonly tokens: TokenReader) {}

  statement(): BillingStatement {
    const statement = this.anyStatement();
    this.tokens.accept(';');
    if (this.tokens.peek().type !== 'end') this.tokens.fail('the end of the statement');
    return statement;
  }

  private anyStatement(): BillingStatement {
    const start = this.tokens.peek();
    if (this.tokens.accept('UPDATE')) return this.update();
    if (this.tokens.accept('DELETE')) return this.delete();
    if (this.tokens.accept('INSERT')) return this.insert();
    return this.tokens.failAt(start, 'Only UPDATE, DELETE and INSERT are supported');
  }

  private update(): UpdateStatement {
    const dataset = this.dataset();
    this.tokens.expect('SET');
    const sets: Assignment[] = [];
    do sets.push(this.assignment(dataset, sets));
    while (this.tokens.accept(','));
    return { kind: 'update', dataset, sets, where: this.where(dataset, ', or WHERE') };
  }

  private delete(): DeleteStatement {
    this.tokens.expect('FROM');
    const dataset = this.dataset();
    const where = this.where(dataset, 'WHERE');
    if (where) return { kind: 'delete', dataset, where };
    return this.tokens.failAt(this.tokens.peek(), 'DELETE needs a WHERE clause');
  }

  private insert(): InsertStatement {
    this.tokens.expect('INTO');
    const start = this.tokens.peek();
    if (this.dataset() === 'aws') this.tokens.failAt(start, 'INSERT is only supported for costs');
    const columns: BillingColumn[] = [];
    this.tokens.list(limits.listValues, () => columns.push(this.target('costs', columns)));
    checkInsert(columns, this.fail(start));
    this.tokens.expect('VALUES');
    const rows: InsertStatement['rows'][number][] = [];
    do rows.push(this.row(columns, rows.length));
    while (this.tokens.accept(','));
    return { kind: 'insert', dataset: 'costs', columns, rows };
  }

  private row(columns: readonly BillingColumn[], rowsBefore: number) {
    const start = this.tokens.peek();
    if (rowsBefore === limits.insertedRows) {
      this.tokens.failAt(start, `more than ${limits.insertedRows} rows`);
    }
    const expressions = new ExpressionParser(this.tokens, 'costs');
    let index = 0;
    const row = this.tokens.list(limits.listValues, () => {
      const at = this.tokens.peek();
      const value = expressions.literal();
      const column = columns[index];
      index += 1;
      if (column) checkAssignment({ column, value }, this.fail(at));
      return value;
    });
    if (row.length === columns.length) return row;
    return this.tokens.failAt(start, `${columns.length} columns but ${row.length} values`);
  }

  private where(dataset: BillingDataset, expected: string) {
    if (this.tokens.accept('WHERE')) return new ExpressionParser(this.tokens, dataset).condition();
    const { type } = this.tokens.peek();
    if (type !== 'end' && !this.tokens.isAt(';')) this.tokens.fail(expected);
    return null;
  }

  private assignment(dataset: BillingDataset, before: readonly Assignment[]): Assignment {
    const columns = before.map(({ column }) => column);
    const column = this.target(dataset, columns);
    this.tokens.expect('=');
    const start = this.tokens.peek();
    const value = new ExpressionParser(this.tokens, dataset).expression();
    checkAssignment({ column, value }, this.fail(start));
    return { column, value };
  }

  /** A column that is written: its dataset can be omitted, and it can occur once. */
  private target(dataset: BillingDataset, before: readonly BillingColumn[]): BillingColumn {
    const token = this.tokens.peek();
    const column = this.targetColumn(dataset, token);
    if (before.some(({ name }) => name === column.name)) {
      this.tokens.failAt(token, `Column ${column.name} occurs twice`);
    }
    return column;
  }

  private targetColumn(dataset: BillingDataset, token: Token): BillingColumn {
    if (token.type === 'column') return new ExpressionParser(this.tokens, dataset).column();
    if (token.type !== 'word' && token.type !== 'quoted') this.tokens.fail('a column');
    this.tokens.advance();
    const name = token.type === 'quoted' ? unquote(token.raw) : token.raw;
    const column = findColumn(dataset, name);
    return column ?? this.tokens.failAt(token, `Unknown column ${dataset}.${name}`);
  }

  private dataset(): BillingDataset {
    const { type, raw } = this.tokens.peek();
    const dataset = datasets.find((each) => type === 'word' && each === raw.toLowerCase());
    if (!dataset) this.tokens.fail('aws or costs');
    this.tokens.advance();
    return dataset;
  }

  private fail(token: Token) {
    return (reason: string): never => this.tokens.failAt(token, reason);
  }
}
