/** Types of the compact Thrift encoding, in which Parquet files describe themselves. */
const types = { stop: 0, true: 1, false: 2, byte: 3, i16: 4, i32: 5, i64: 6, double: 7 } as const;
const binaryType = 8;
const listType = 9;
const structType = 12;

/** Footers are seven levels deep. */
const maxDepth = 16;
/** 64 bits. */
const maxVarintBytes = 10;

/** Called with the id of a field; reads its value and returns true, or returns false to skip it. */
type OnField = (id: number, type: number) => boolean;

/** Reads untrusted Thrift structures in one pass: each read is checked against the end, and nothing is built from a declared size. */
export class ThriftReader {
  constructor(
    private readonly bytes: Buffer,
    public offset = 0,
    private depth = 0,
  ) {}

  /** Reads a structure field by field. */
  struct(onField: OnField): void {
    this.depth += 1;
    if (this.depth > maxDepth) throw new Error('The Thrift structure is nested too deeply.');
    let id = 0;
    for (;;) {
      const header = this.#byte();
      const type = header & 0x0f;
      if (type === types.stop) break;
      const delta = header >> 4;
      id = delta === 0 ? this.integer() : id + delta;
      if (!onField(id, type)) this.#skip(type);
    }
    this.depth -= 1;
  }

  /** Reads a list of structures; returns their number. */
  structs(onStruct: (index: number) => void): number {
    const { type, size } = this.#listHeader();
    if (type !== structType && size > 0) throw new Error('The Thrift list has no structures.');
    for (let index = 0; index < size; index += 1) onStruct(index);
    return size;
  }

  /** An integer of any width; imprecise beyond 2^53, which no valid size or position reaches. */
  integer(): number {
    const value = this.#varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  #byte(): number {
    const byte = this.bytes[this.offset];
    if (byte === undefined) throw new Error('The Thrift structure is incomplete.');
    this.offset += 1;
    return byte;
  }

  #varint(): number {
    let value = 0;
    for (let index = 0; index < maxVarintBytes; index += 1) {
      const byte = this.#byte();
      value += (byte & 0x7f) * 2 ** (7 * index);
      if (byte < 0x80) return value;
    }
    throw new Error('The Thrift integer is too long.');
  }

  #listHeader(): { type: number; size: number } {
    const header = this.#byte();
    const size = header >> 4 === 15 ? this.#varint() : header >> 4;
    // Each element takes at least one byte.
    if (size > this.bytes.length - this.offset) throw new Error('The Thrift list is incomplete.');
    return { type: header & 0x0f, size };
  }

  #skipBytes(count: number): void {
    if (count > this.bytes.length - this.offset) throw new Error('The Thrift value is incomplete.');
    this.offset += count;
  }

  #skip(type: number): void {
    switch (type) {
      case types.true:
      case types.false:
        return;
      case types.byte:
        return this.#skipBytes(1);
      case types.i16:
      case types.i32:
      case types.i64:
        return void this.#varint();
      case types.double:
        return this.#skipBytes(8);
      case binaryType:
        return this.#skipBytes(this.#varint());
      case listType:
        return this.#skipList();
      case structType:
        return this.struct(() => false);
      default:
        throw new Error(`The Thrift type ${type} is unknown.`);
    }
  }

  #skipList(): void {
    const { type, size } = this.#listHeader();
    this.depth += 1;
    if (this.depth > maxDepth) throw new Error('The Thrift structure is nested too deeply.');
    // Booleans take a byte in a list.
    const element = type === types.true || type === types.false ? types.byte : type;
    for (let index = 0; index < size; index += 1) this.#skip(element);
    this.depth -= 1;
  }
}
