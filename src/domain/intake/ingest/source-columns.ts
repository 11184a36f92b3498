import { type Sql, sql } from '../../../platform/store/sql.js';
import { normalizeName, type FileColumn, type Header } from './header.js';
import { decimalOfNumber, decimalOfText } from './sql/decimal.js';
import { typedNull } from './sql/expressions.js';
import { pairsOfJson } from './sql/tags.js';
import { cleanText } from './sql/text.js';
import { timeOfDate, timeOfText } from './sql/time.js';

/** How a column is read; each combination of column and reading is selected once per row. */
type Reading = 'raw' | 'text' | 'decimal' | 'time';

/**
 * The source columns that a format's expressions use: returns SQL for a column name, whatever type
 * the column has in the file. Missing columns are null. Only columns that were requested are read.
 */
export class SourceColumns {
  readonly #names = new Map<FileColumn, string>();
  readonly #readings = new Map<string, Sql>();

  constructor(readonly header: Header) {}

  has(...names: string[]): boolean {
    return this.header.has(...names);
  }

  /** The first of these columns that is not empty, as text. */
  text(...names: string[]): Sql {
    return this.#firstOf(names, (column) => this.#textOf(column), typedNull.text);
  }

  /** An exact number; null for text that is not a number. */
  decimal(...names: string[]): Sql {
    return this.#firstOf(names, (column) => this.#decimalOf(column), typedNull.decimal);
  }

  /** A time in UTC; null for text that is not a time. */
  time(...names: string[]): Sql {
    return this.#firstOf(names, (column) => this.#timeOf(column), typedNull.time);
  }

  /** The value exactly as in the file: not trimmed, placeholders for null unchanged. */
  verbatim(column: FileColumn): Sql {
    if (!isText(column)) return this.#textOf(column);
    return this.#read('raw', column, sql`ifNull(${column.sql}, '')`);
  }

  /** The key-value pairs of a map column, or of a text column with a JSON object. */
  pairsOrJson(name: string): Sql | undefined {
    return this.pairs(name) ?? (this.has(name) ? pairsOfJson(this.text(name)) : undefined);
  }

  /** The key-value pairs of a map column; undefined if the file has no such map. */
  pairs(name: string): Sql | undefined {
    const map = this.#map(name);
    if (map === undefined) return undefined;
    const pairs = sql`arrayMap((k, v) -> (k, toString(v)), mapKeys(${map}), mapValues(${map}))`;
    return sql`arrayMap(p -> (p.1, assumeNotNull(p.2)), arrayFilter(p -> p.2 IS NOT NULL, ${pairs}))`;
  }

  /** One entry of a map column, or of a text column with a JSON object, as text. */
  entry(name: string, key: string): Sql | undefined {
    const map = this.#map(name);
    const keySql = sql.literal(key);
    if (map !== undefined) return cleanText(sql`ifNull(toString(${map}[${keySql}]), '')`);
    const column = this.header.find(name);
    if (column === undefined || !isText(column)) return undefined;
    const json = sql`ifNull(${this.#textOf(column)}, '')`;
    const isString = sql`JSONType(${json}, ${keySql}) = 'String'`;
    return cleanText(
      sql`if(${isString}, JSONExtractString(${json}, ${keySql}), JSONExtractRaw(${json}, ${keySql}))`,
    );
  }

  /**
   * Texts that were read as numbers or times but are none, as texts `column value`; undefined if no column is read
   * as such. Dates with slashes are left out: formats that accept them read them from the text.
   */
  unreadable(): Sql | undefined {
    const pairs = [...this.#readings.keys()].flatMap((alias) => {
      const [reading, ...rest] = alias.split('_');
      const column = rest.join('_');
      const textAlias = `text_${column}`;
      if (reading !== 'decimal' && reading !== 'time') return [];
      if (!this.#readings.has(textAlias)) return [];
      const text = sql.ref(textAlias);
      const slashed = reading === 'time' ? sql` AND NOT match(${text}, '^[0-9]+/')` : sql``;
      const isUnreadable = sql`${sql.ref(alias)} IS NULL AND ${text} IS NOT NULL${slashed}`;
      return [sql`if(${isUnreadable}, [concat(${sql.literal(`${column} `)}, ${text})], [])`];
    });
    if (pairs.length === 0) return undefined;
    return sql`arrayConcat(${sql.join(pairs)})`;
  }

  /** Columns of the file that were not requested so far. */
  unread(): FileColumn[] {
    return this.header.columns.filter(
      (column) => !this.#names.has(column) && !this.header.repeated.includes(column),
    );
  }

  /** Names and SQL of all columns requested so far; later ones refer to earlier ones. */
  columns(): Record<string, Sql> {
    return Object.fromEntries(this.#readings);
  }

  /** SQL of the file columns behind them. */
  fileColumns(): Sql[] {
    return [...this.#names.keys()].map((column) => column.sql);
  }

  #firstOf(names: string[], read: (column: FileColumn) => Sql, missing: Sql): Sql {
    const found = names
      .map((name) => this.header.find(name))
      .filter((column) => column !== undefined);
    const [first, ...others] = [...new Set(found)].map(read);
    if (first === undefined) return missing;
    return others.length === 0 ? first : sql`coalesce(${sql.join([first, ...others])})`;
  }

  #textOf(column: FileColumn): Sql {
    const { type, sql: expression } = column;
    if (isText(column))
      return this.#read('text', column, cleanText(sql`ifNull(${expression}, '')`));
    const isNested = /^(Map|Tuple|Array)\(/.test(type);
    return this.#read(
      'text',
      column,
      isNested ? sql`toJSONString(${expression})` : sql`toString(${expression})`,
    );
  }

  #decimalOf(column: FileColumn): Sql {
    const { type, sql: expression } = column;
    if (type.includes('Decimal(')) {
      return this.#read(
        'decimal',
        column,
        sql`accurateCastOrNull(${expression}, 'Decimal(38, 18)')`,
      );
    }
    const text = this.#textOf(column);
    // Doubles are converted through their shortest text: 0.1 in the file is 0.1 in the store.
    const isNumber = /Float|Int/.test(type);
    return this.#read('decimal', column, isNumber ? decimalOfNumber(text) : decimalOfText(text));
  }

  #timeOf(column: FileColumn): Sql {
    const { type, sql: expression } = column;
    if (type.includes('Date')) return this.#read('time', column, timeOfDate(expression));
    return this.#read('time', column, timeOfText(this.#textOf(column)));
  }

  #map(name: string): Sql | undefined {
    const column = this.header.find(name);
    if (column === undefined || !column.type.startsWith('Map(')) return undefined;
    return this.#read('raw', column, column.sql);
  }

  #read(reading: Reading, column: FileColumn, expression: Sql): Sql {
    const alias = `${reading}_${this.#aliasOf(column)}`;
    if (!this.#readings.has(alias)) this.#readings.set(alias, expression);
    return sql.ref(alias);
  }

  #aliasOf(column: FileColumn): string {
    const existing = this.#names.get(column);
    if (existing !== undefined) return existing;
    const plain = normalizeName(column.name).replace(/[^a-z0-9]/g, '');
    const isTaken = plain === '' || [...this.#names.values()].includes(plain);
    const name = isTaken ? `${plain}_${this.#names.size}` : plain;
    this.#names.set(column, name);
    return name;
  }
}

function isText(column: FileColumn): boolean {
  return column.type.includes('String') && !/^(Map|Tuple|Array)\(/.test(column.type);
}
