import { comparedName, type FileColumn, type Header } from './header.js';
import { decimalOfNumber, decimalOfText } from './sql/decimal.js';
import { cleanText } from './sql/text.js';
import { nothing, type Sql } from './sql/sql.js';
import { timeOfText } from './sql/time.js';

/**
 * What a format writes its expressions over: asks for columns by name and gets SQL, whatever
 * type the file gives them. Absent columns read as null. Only columns asked for are read.
 */
export class Source {
  readonly #read = new Map<FileColumn, string>();

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
    return column.type.includes('String') ? this.#alias(column) : this.#textOf(column);
  }

  /** A map column's pairs, or null when the file has no such map. */
  pairs(name: string): Sql | undefined {
    const column = this.header.find(name);
    if (column === undefined || !column.type.startsWith('Map(')) return undefined;
    const value = this.#alias(column);
    return `arrayMap((k, v) -> (k, ifNull(toString(v), '')), mapKeys(${value}), mapValues(${value}))`;
  }

  /** One entry of a map column as text. */
  entry(name: string, key: string): Sql | undefined {
    const column = this.header.find(name);
    if (column === undefined || !column.type.startsWith('Map(')) return undefined;
    return cleanText(`ifNull(toString(${this.#alias(column)}['${key}']), '')`);
  }

  /** Names and reading SQL of every column asked for so far. */
  columns(): Record<string, Sql> {
    return Object.fromEntries(
      [...this.#read].map(([column, alias]) => [
        alias,
        isText(column) ? `ifNull(${column.sql}, '')` : column.sql,
      ]),
    );
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
    const value = this.#alias(column);
    if (isText(column)) return cleanText(value);
    if (/^(Map|Tuple|Array)\(/.test(column.type)) return `toJSONString(${value})`;
    return `toString(${value})`;
  }

  #decimalOf(column: FileColumn): Sql {
    if (column.type.includes('Decimal(')) {
      return `accurateCastOrNull(${this.#alias(column)}, 'Decimal(38, 18)')`;
    }
    // A double goes through its shortest text: 0.1 in the file is 0.1 in the store.
    if (/Float|Int/.test(column.type)) return decimalOfNumber(this.#textOf(column));
    return decimalOfText(this.#textOf(column));
  }

  #timeOf(column: FileColumn): Sql {
    if (column.type.includes('Date')) return `toDateTime(${this.#alias(column)}, 'UTC')`;
    return timeOfText(this.#textOf(column));
  }

  #alias(column: FileColumn): string {
    const known = this.#read.get(column);
    if (known !== undefined) return known;
    const name = comparedName(column.name).replace(/[^a-z0-9]/g, '');
    const taken = [...this.#read.values()].includes(`s_${name}`);
    const alias = taken || name === '' ? `s_${name}_${this.#read.size}` : `s_${name}`;
    this.#read.set(column, alias);
    return alias;
  }
}

function isText(column: FileColumn): boolean {
  return column.type.includes('String') && !/^(Map|Tuple|Array)\(/.test(column.type);
}
