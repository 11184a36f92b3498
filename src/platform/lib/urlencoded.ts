const percent = 0x25;
const plus = 0x2b;
const ampersand = 0x26;
const equals = 0x3d;
const blank = 0x20;

/** A piece of the value of a field. */
export interface FieldPiece {
  name: string;
  bytes: Buffer;
}

/** Names are short; one that is not is no name of ours, and is not kept. */
const longestName = 256;

/** Reads a urlencoded form that arrives in pieces, so that a field may be larger than what is held of it. */
export class UrlencodedReader {
  #name = '';
  #inValue = false;
  /** An escape that the end of a piece cut: `%`, `%4`. */
  #cut = Buffer.alloc(0);

  /** What another piece of the form adds to the values of its fields. */
  push(piece: Buffer): FieldPiece[] {
    const input = this.#cut.length > 0 ? Buffer.concat([this.#cut, piece]) : piece;
    const found: FieldPiece[] = [];
    const output = Buffer.allocUnsafe(input.length);
    let start = 0;
    let end = 0;
    const flush = () => {
      const bytes = output.subarray(start, end);
      start = end;
      if (this.#inValue) found.push({ name: this.#name, bytes });
      else this.#name = (this.#name + bytes.toString('utf8')).slice(0, longestName);
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
        // What is no escape stands for itself.
        output[end++] = Number.isNaN(code) ? byte : code;
        if (!Number.isNaN(code)) at += 2;
      } else {
        output[end++] = byte === plus ? blank : byte;
      }
    }
    flush();
    this.#cut = Buffer.from(input.subarray(at));
    return found;
  }
}

/** The value of a hexadecimal digit, NaN of anything else. */
function digit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : Number.NaN;
}
