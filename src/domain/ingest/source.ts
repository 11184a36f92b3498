import { comparedName, type FileColumn, type Header } from './header.js';
import { decimalOfNumber, decimalOfText } from './sql/decimal.js';
import { cleanText } from './sql/text.js';
import { nothing, type Sql } from './sql/sql.js';
import { timeOfText } from './sql/time.js';

/** How a column is read; each reading of each column is one column of the row, made once. */
type Reading = 'raw' | 'text' | 'decimal' | 'time';

/**
 * What a format writes its expressions over: asks for columns by name and gets SQL, whatever
 * type the file gives them. Absent columns read as null. Only columns asked for are read.
 */
export class Source {
  readonly #names = new Map<FileColumn, string>();
  readonly #readings = new Map<string, Sql>();

  constructor(readonly header: Header) {}

  has(...names: string[]): boolean {
    return this.header.has(...names);
  }

  /** The first of these columns that holds a text. */
  text(...names: string[]): Sql {
    return this.#firstOf(names, (column) => this.#textOf(column), nothing.text);
  }

  /** A number, exact; text that is no number reads as null. */
  decimal(...names: string[]): Sql {
    return this.#firstOf(names, (column) => this.#decimalOf(column), nothing.decimal);
  }

  /** A moment in UTC; text that is none reads as null. */
  time(...names: string[]): Sql {
    return this.#firstOf(names, (column) => this.#timeOf(column), nothing.time);
  }

  /** The value as it stands in the file: no trimming, null words kept. */
  verbatim(column: FileColumn): Sql {
    if (!isText(column)) return this.#textOf(column);
    return this.#read('raw', column, `ifNull(${column.sql}, '')`);
  }

  /** A map column's pairs, undefined when the file has no such map. */
  pairs(name: string): Sql | undefined {
    const map = this.#map(name);
    if (map === undefined) return undefined;
    return `arrayMap((k, v) -> (k, ifNull(toString(v), '')), mapKeys(${map}), mapValues(${map}))`;
  }

  /** One entry of a map column as text. */
  entry(name: string, key: string): Sql | undefined {
    const map = this.#map(name);
    return map === undefined ? undefined : cleanText(`ifNull(toString(${map}['${key}']), '')`);
  }

  /** Names and SQL of everything asked for so far; later ones use earlier ones. */
  columns(): Record<string, Sql> {
    return Object.fromEntries(this.#readings);
  }

  /** SQL of the columns of the file behind them. */
  fileColumns(): Sql[] {
    return [...this.#names.keys()].map((column) => column.sql);
  }

  #firstOf(names: string[], read: (column: FileColumn) => Sql, absent: Sql): Sql {
    const found = names
      .map((name) => this.header.find(name))
      .filter((column) => column !== undefined);
    const [first, ...others] = [...new Set(found)].map(read);
    if (first === undefined) return absent;
    return others.length === 0 ? first : `coalesce(${[first, ...others].join(', ')})`;
  }

  #textOf(column: FileColumn): Sql {
    const { type, sql } = column;
    if (isText(column)) return this.#read('text', column, cleanText(`ifNull(${sql}, '')`));
    const isNested = /^(Map|Tuple|Array)\(/.test(type);
    return this.#read('text', column, isNested ? `toJSONString(${sql})` : `toString(${sql})`);
  }

  #decimalOf(column: FileColumn): Sql {
    const { type, sql } = column;
    if (type.includes('Decimal(')) {
      return this.#read('decimal', column, `accurateCastOrNull(${sql}, 'Decimal(38, 18)')`);
    }
    const text = this.#textOf(column);
    // A double goes through its shortest text: 0.1 in the file is 0.1 in the store.
    const isNumber = /Float|Int/.test(type);
    return this.#read('decimal', column, isNumber ? decimalOfNumber(text) : decimalOfText(text));
  }

  #timeOf(column: FileColumn): Sql {
    const { type, sql } = column;
    if (type.includes('Date')) return this.#read('time', column, `toDateTime(${sql}, 'UTC')`);
    return this.#read('time', column, timeOfText(this.#textOf(column)));
  }

  #map(name: string): Sql | undefined {
    const column = this.header.find(name);
    if (column === undefined || !column.type.startsWith('Map(')) return undefined;
    return this.#read('raw', column, column.sql);
  }

  #read(reading: Reading, column: FileColumn, sql: Sql): string {
    const alias = `${reading}_${this.#nameOf(column)}`;
    if (!this.#readings.has(alias)) this.#readings.set(alias, sql);
    return alias;
  }

  #nameOf(column: FileColumn): string {
    const known = this.#names.get(column);
    if (known !== undefined) return known;
    const plain = comparedName(column.name).replace(/[^a-z0-9]/g, '');
    const isTaken = plain === '' || [...this.#names.values()].includes(plain);
    const name = isTaken ? `${plain}_${this.#names.size}` : plain;
    this.#names.set(column, name);
    return name;
  }
}

function isText(column: FileColumn): boolean {
  return column.type.includes('String') && !/^(Map|Tuple|Array)\(/.test(column.type);
}
