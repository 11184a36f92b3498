const frameMagic = 0xfd2fb528;
const skippableMagic = 0x184d2a50;
/** What the standard recommends every decoder to support. */
const maxWindowBytes = 8 * 2 ** 20;
const maxPieceBytes = 65_536;
const rawBlock = 0;
const rleBlock = 1;

/**
 * Splits a zstd stream into frame headers and blocks, so that a decoder that decodes all that it is
 * given at once holds one block of at most 128 KiB. Fails for a frame that needs a large window.
 */
export async function* splitZstd(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const reader = new ByteReader(chunks);
  try {
    while (!(await reader.isAtEnd())) yield* splitFrame(reader);
  } finally {
    await reader.close();
  }
}

async function* splitFrame(reader: ByteReader): AsyncGenerator<Buffer> {
  const magic = await reader.take(4);
  if ((magic.readUInt32LE() & 0xffff_fff0) >>> 0 === skippableMagic) {
    let rest = (await reader.take(4)).readUInt32LE();
    for (; rest > 0; rest -= Math.min(rest, maxPieceBytes)) {
      await reader.take(Math.min(rest, maxPieceBytes));
    }
    return;
  }
  if (magic.readUInt32LE() !== frameMagic) throw new Error('The file is no zstd file.');
  const descriptor = await reader.take(1);
  const { hasChecksum, fieldBytes } = describeFrame(descriptor[0]!);
  const fields = await reader.take(fieldBytes);
  if (windowBytes(descriptor[0]!, fields) > maxWindowBytes) {
    throw new Error(`The zstd file needs a window of more than ${maxWindowBytes} bytes.`);
  }
  yield Buffer.concat([magic, descriptor, fields]);
  for (let isLast = false; !isLast;) {
    const header = await reader.take(3);
    const bits = header.readUIntLE(0, 3);
    isLast = (bits & 1) === 1;
    const type = (bits >> 1) & 3;
    const size = bits >> 3;
    const content = await reader.take(type === rleBlock ? 1 : size);
    const isEmpty = size === 0 && (type === rawBlock || type === rleBlock);
    // Even an empty block makes the decoder move its whole window.
    if (!isEmpty || isLast) yield Buffer.concat([header, content]);
  }
  if (hasChecksum) yield await reader.take(4);
}

/** How long the fields after the descriptor of a frame are: window, dictionary id and content size. */
function describeFrame(descriptor: number): { hasChecksum: boolean; fieldBytes: number } {
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3]!;
  return {
    hasChecksum: (descriptor & 4) !== 0,
    fieldBytes: (isSingleSegment(descriptor) ? 0 : 1) + dictionaryBytes + sizeBytes(descriptor),
  };
}

const isSingleSegment = (descriptor: number) => (descriptor & 0x20) !== 0;
const sizeBytes = (descriptor: number) =>
  [isSingleSegment(descriptor) ? 1 : 0, 2, 4, 8][descriptor >> 6]!;

function windowBytes(descriptor: number, fields: Buffer): number {
  if (!isSingleSegment(descriptor)) {
    const base = 2 ** (10 + (fields[0]! >> 3));
    return base + (base / 8) * (fields[0]! & 7);
  }
  const size = fields.subarray(fields.length - sizeBytes(descriptor));
  return size.length === 8 ? Number(size.readBigUInt64LE()) : size.readUIntLE(0, size.length);
}

/** Takes exact numbers of bytes from a stream. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async isAtEnd(): Promise<boolean> {
    return this.#rest.length === 0 && !(await this.#read());
  }

  async take(count: number): Promise<Buffer> {
    while (this.#rest.length < count) {
      if (!(await this.#read())) throw new Error('The zstd file is truncated.');
    }
    const taken = this.#rest.subarray(0, count);
    this.#rest = this.#rest.subarray(count);
    return taken;
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #read(): Promise<boolean> {
    const { value, done } = await this.#chunks.next();
    if (done === true) return false;
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
    return true;
  }
}
