const percent = 0x25;
const plus = 0x2b;
const ampersand = 0x26;
const equals = 0x3d;
const space = 0x20;

/** A chunk of the value of a field. */
export interface FieldChunk {
  name: string;
  bytes: Buffer;
}

/** Longer field names are truncated: no operation knows them. */
const maxNameLength = 256;

/** Parses a urlencoded form that arrives in chunks, so that large fields are never buffered whole. */
export class UrlencodedReader {
  #name = '';
  #inValue = false;
  /** An escape sequence that the end of the last chunk split: `%`, `%4`. */
  #incomplete = Buffer.alloc(0);

  /** Adds a chunk of the form and returns what it contributes to the values of fields. */
  push(chunk: Buffer): FieldChunk[] {
    const input = this.#incomplete.length > 0 ? Buffer.concat([this.#incomplete, chunk]) : chunk;
    const found: FieldChunk[] = [];
    const output = Buffer.allocUnsafe(input.length);
    let start = 0;
    let end = 0;
    const flush = () => {
      const bytes = output.subarray(start, end);
      start = end;
      if (this.#inValue) found.push({ name: this.#name, bytes });
      else this.#name = (this.#name + bytes.toString('utf8')).slice(0, maxNameLength);
    };
    let at = 0;
    for (; at < input.length; at += 1) {
      const byte = input[at]!;
      if (byte === ampersand || (byte === equals && !this.#inValue)) {
        flush();
        this.#inValue = byte === equals;
        if (byte === ampersand) this.#name = '';
      } else if (byte === percent) {
        if (at + 2 >= input.length) break;
        const code = digit(input[at + 1]!) * 16 + digit(input[at + 2]!);
        // A percent sign without two hexadecimal digits is kept as it is.
        output[end++] = Number.isNaN(code) ? byte : code;
        if (!Number.isNaN(code)) at += 2;
      } else {
        output[end++] = byte === plus ? space : byte;
      }
    }
    flush();
    this.#incomplete = Buffer.from(input.subarray(at));
    return found;
  }
}

/** The value of a hexadecimal digit; NaN for anything else. */
function digit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : Number.NaN;
}
