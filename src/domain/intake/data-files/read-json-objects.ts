import type { Readable } from 'node:stream';
import { ImportError } from '../ingest/index.js';

const maxObjectBytes = 16 * 2 ** 20;

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = Buffer.from('"\\{}[]');

/**
 * Reads the objects at a depth of a JSON text one by one, however large the whole is: depth 0 are the
 * lines of a file of JSON lines, 1 the elements of an array, 2 those of an array inside an object.
 */
export async function* readJsonObjects(
  content: Readable,
  depth: number,
  fileName: string,
): AsyncGenerator<Record<string, unknown>> {
  const scanner = new ObjectScanner(depth, fileName);
  for await (const chunk of content as AsyncIterable<Buffer>) {
    for (const text of scanner.push(chunk)) yield parse(text, fileName);
  }
  scanner.end();
}

function parse(text: string, fileName: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text) as Record<string, unknown>;
    return unstorable.test(text) ? withoutUnstorable(value) : value;
  } catch (error) {
    throw new ImportError(`${fileName} is not valid JSON.`, [], { cause: error });
  }
}

/** Escapes of characters that PostgreSQL cannot store: NUL, and halves of a pair that stand alone. */
const unstorable = /\\u(?:0000|d[89a-f])/i;
const escapes = /(?<!\\)((?:\\\\)*)\\u(0000|d[89a-f][0-9a-f]{2})/g;

/** The same value without NUL, and with replacement characters for halves: whole pairs are not written as escapes. */
function withoutUnstorable(value: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(value).replaceAll(
    escapes,
    (_escape, before: string, code: string) => before + (code === '0000' ? '' : '\ufffd'),
  );
  return JSON.parse(text) as Record<string, unknown>;
}

/** Follows nesting and texts through the bytes, and cuts out the objects that open at a depth. */
class ObjectScanner {
  #level = 0;
  #isInText = false;
  #isEscaped = false;
  #parts: Buffer[] = [];
  #bytes = 0;
  #isInObject = false;

  constructor(
    private readonly depth: number,
    private readonly fileName: string,
  ) {}

  *push(chunk: Buffer): Generator<string> {
    let start = 0;
    for (let index = 0; index < chunk.length; index += 1) {
      const byte = chunk[index]!;
      if (this.#isInText) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === backslash) this.#isEscaped = true;
        else if (byte === quote) this.#isInText = false;
      } else if (byte === quote) {
        this.#isInText = true;
      } else if (byte === openBrace || byte === openBracket) {
        if (byte === openBrace && this.#level === this.depth) {
          this.#isInObject = true;
          start = index;
        }
        this.#level += 1;
      } else if (byte === closeBrace || byte === closeBracket) {
        this.#level -= 1;
        if (this.#level < 0) throw this.#invalid();
        if (this.#isInObject && this.#level === this.depth) {
          this.#isInObject = false;
          this.#parts.push(chunk.subarray(start, index + 1));
          yield Buffer.concat(this.#parts.splice(0)).toString('utf8');
          this.#bytes = 0;
        }
      }
    }
    if (!this.#isInObject) return;
    // The stream may use its buffer again.
    this.#parts.push(Buffer.from(chunk.subarray(start)));
    this.#bytes += chunk.length - start;
    if (this.#bytes > maxObjectBytes) {
      throw new ImportError(`${this.fileName} has an object of more than ${maxObjectBytes} bytes.`);
    }
  }

  end(): void {
    if (this.#level !== 0 || this.#isInText) throw this.#invalid();
  }

  #invalid = () => new ImportError(`${this.fileName} is not valid JSON.`);
}
