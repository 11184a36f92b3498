import { Readable } from 'node:stream';
import type { ExportTable } from './write-csv-files.js';

const [quote, comma, lineFeed, carriageReturn, apostrophe] = bytesOf('",\n\r\'');
const signs = new Set(bytesOf('+-'));
const formulaStarts = new Set(bytesOf('=@\t\r\n'));
const inNumbers = new Set(bytesOf('0123456789.eE+-'));
const number = /^[+-]\d+(\.\d+)?(e[+-]?\d+)?$/i;
/** A number is shorter; a longer cell is text. */
const maxNumberLength = 100;

function bytesOf(text: string): Buffer {
  return Buffer.from(text);
}

/**
 * Puts an apostrophe before the text cells of a table that a spreadsheet would run as a formula: those that
 * start with `=`, `+`, `-`, `@`, a tab or a line break. Numbers stay numbers.
 */
export function neutralizeFormulas({ columns, lines }: ExportTable): ExportTable {
  return {
    columns: columns.map((name) => (/^[=+\-@\t\r\n]/.test(name) ? `'${name}` : name)),
    lines: Readable.from(neutralizeLines(lines), { objectMode: false }),
  };
}

async function* neutralizeLines(lines: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const guard = new FormulaGuard();
  for await (const chunk of lines) yield guard.push(chunk);
  yield guard.end();
}

/** Reads CSV byte by byte, so that an export of any size passes through in constant memory. */
class FormulaGuard {
  /** Before a cell, after its opening quote, in a cell that may be a signed number, or further inside. */
  #position: 'start' | 'opened' | 'signed' | 'inside' = 'start';
  #inQuotes = false;
  /** The cell so far, while it may be a signed number. */
  #held: number[] = [];
  #output = Buffer.alloc(0);
  #written = 0;

  push(chunk: Buffer): Buffer {
    // At worst every other byte starts a cell that gets an apostrophe.
    this.#output = Buffer.allocUnsafe(2 * chunk.length + this.#held.length + 1);
    this.#written = 0;
    for (const byte of chunk) this.#read(byte);
    return this.#output.subarray(0, this.#written);
  }

  end(): Buffer {
    this.#output = Buffer.allocUnsafe(this.#held.length + 1);
    this.#written = 0;
    if (this.#position === 'signed') this.#release(true);
    return this.#output.subarray(0, this.#written);
  }

  #read(byte: number): void {
    if (this.#position === 'signed') {
      if (inNumbers.has(byte) && this.#held.length < maxNumberLength) {
        this.#held.push(byte);
        return;
      }
      this.#release(this.#inQuotes ? byte === quote : this.#isEnd(byte));
    }
    if (this.#position === 'inside') this.#readInside(byte);
    else this.#readStart(byte);
  }

  #readStart(byte: number): void {
    const isQuoted = this.#position === 'opened';
    if (byte === quote && !isQuoted) {
      this.#inQuotes = true;
      this.#position = 'opened';
      this.#write(byte);
    } else if (byte === quote || (!isQuoted && this.#isEnd(byte))) {
      this.#readInside(byte);
    } else if (signs.has(byte)) {
      this.#held = [byte];
      this.#position = 'signed';
    } else {
      if (formulaStarts.has(byte)) this.#write(apostrophe!);
      this.#readInside(byte);
    }
  }

  #readInside(byte: number): void {
    // A doubled quote closes and opens again.
    if (byte === quote) this.#inQuotes = !this.#inQuotes;
    this.#position = !this.#inQuotes && (byte === comma || byte === lineFeed) ? 'start' : 'inside';
    this.#write(byte);
  }

  #isEnd(byte: number): boolean {
    return byte === comma || byte === lineFeed || byte === carriageReturn;
  }

  /** Writes the held bytes, which are all of the cell or its beginning. */
  #release(isWhole: boolean): void {
    const isNumber = isWhole && number.test(String.fromCharCode(...this.#held));
    if (!isNumber) this.#write(apostrophe!);
    for (const byte of this.#held) this.#write(byte);
    this.#held = [];
    this.#position = 'inside';
  }

  #write(byte: number): void {
    this.#output[this.#written] = byte;
    this.#written += 1;
  }
}
