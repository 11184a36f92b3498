/** Invalid JSON, with the byte where reading stopped. */
export class JsonError extends Error {
  constructor(
    problem: string,
    readonly offset: number,
  ) {
    super(`${problem} at byte ${offset}`);
  }
}

/** A part of a document: the keys that lead to it, `*` for an element of an array, and its value. */
export interface JsonEntry {
  path: readonly string[];
  value: unknown;
}

/** What to do with the value at a path: return it whole, look inside, or pass over it. */
export type JsonChoice = 'take' | 'enter' | 'skip';

/** An entry is parsed in memory, so a larger one ends the reading. */
const maxEntryBytes = 8 * 2 ** 20;
const maxDepth = 64;

interface Frame {
  isArray: boolean;
  /** What may come next. */
  expects: 'first' | 'key' | 'colon' | 'value' | 'comma';
  key: string;
}

/** A key or value that is being read. */
interface Token {
  isKey: boolean;
  isKept: boolean;
  isBare: boolean;
  pieces: Buffer[];
  bytes: number;
  depth: number;
  inString: boolean;
  escaped: boolean;
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openObject, closeObject, openArray, closeArray] = [0x7b, 0x7d, 0x5b, 0x5d];

const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const endsBare = (byte: number) =>
  isSpace(byte) || byte === comma || byte === closeObject || byte === closeArray;

/**
 * Reads the chosen parts of JSON documents that arrive in chunks; only one part is in memory at a time.
 * Several documents may follow each other.
 */
export class JsonEntryReader {
  readonly #frames: Frame[] = [];
  #token: Token | undefined;
  #found: JsonEntry[] = [];
  #offset = 0;
  #documents = 0;

  constructor(private readonly choose: (path: readonly string[]) => JsonChoice) {}

  /** Adds a chunk and returns the entries that it completes. */
  push(chunk: Buffer): JsonEntry[] {
    let at = 0;
    // A byte order mark.
    if (this.#offset === 0 && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf) at = 3;
    while (at < chunk.length) {
      at = this.#token ? this.#continueToken(this.#token, chunk, at) : this.#readByte(chunk, at);
    }
    this.#offset += chunk.length;
    return this.#found.splice(0);
  }

  /** Returns what the end completes; fails if the document is not complete. */
  end(): JsonEntry[] {
    if (this.#token?.isBare && this.#frames.length === 0) this.#finish(this.#token, 0);
    if (this.#token || this.#frames.length > 0) this.#fail('The JSON ends too early', 0);
    if (this.#documents === 0) this.#fail('There is no JSON', 0);
    return this.#found.splice(0);
  }

  #readByte(chunk: Buffer, at: number): number {
    const byte = chunk[at]!;
    if (isSpace(byte)) return at + 1;
    const frame = this.#frames.at(-1);
    if (!frame) return this.#startValue(byte, at);
    const isClosing = byte === (frame.isArray ? closeArray : closeObject);
    switch (frame.expects) {
      case 'first':
        if (isClosing) return this.#close(at);
        frame.expects = frame.isArray ? 'value' : 'key';
        return at;
      case 'key':
        if (byte !== quote) this.#fail('A name was expected', at);
        this.#token = newToken({ isKey: true, isKept: true });
        return at;
      case 'colon':
        if (byte !== colon) this.#fail('":" was expected', at);
        frame.expects = 'value';
        return at + 1;
      case 'comma':
        if (isClosing) return this.#close(at);
        if (byte !== comma) this.#fail('"," was expected', at);
        frame.expects = frame.isArray ? 'value' : 'key';
        return at + 1;
      case 'value':
        return this.#startValue(byte, at);
    }
  }

  #startValue(byte: number, at: number): number {
    if (byte === comma || byte === colon || byte === closeObject || byte === closeArray) {
      this.#fail('A value was expected', at);
    }
    const isContainer = byte === openObject || byte === openArray;
    const choice = this.choose(this.#path());
    if (isContainer && choice === 'enter') {
      if (this.#frames.length >= maxDepth) this.#fail('The JSON is nested too deeply', at);
      this.#frames.push({ isArray: byte === openArray, expects: 'first', key: '*' });
      return at + 1;
    }
    const isBare = !isContainer && byte !== quote;
    this.#token = newToken({ isKept: choice === 'take', isBare });
    return at;
  }

  /** Reads on until the token or the chunk ends. */
  #continueToken(token: Token, chunk: Buffer, from: number): number {
    const end = token.isBare ? bareEnd(chunk, from) : this.#nestedEnd(token, chunk, from);
    const isDone = end !== undefined;
    const to = end ?? chunk.length;
    token.bytes += to - from;
    if (token.isKept) {
      if (token.bytes > maxEntryBytes) this.#fail('The JSON has a part that is too large', from);
      token.pieces.push(chunk.subarray(from, to));
    }
    if (isDone) this.#finish(token, to);
    return to;
  }

  /** Where a string, object or array ends in this chunk. */
  #nestedEnd(token: Token, chunk: Buffer, from: number): number | undefined {
    let { depth, inString, escaped } = token;
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at]!;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === backslash) escaped = true;
        else if (byte === quote) {
          inString = false;
          if (depth === 0) return at + 1;
        }
      } else if (byte === quote) inString = true;
      else if (byte === openObject || byte === openArray) {
        depth += 1;
        if (depth + this.#frames.length > maxDepth) {
          this.#fail('The JSON is nested too deeply', at);
        }
      } else if (byte === closeObject || byte === closeArray) {
        depth -= 1;
        if (depth === 0) return at + 1;
      }
    }
    Object.assign(token, { depth, inString, escaped });
    return undefined;
  }

  #finish(token: Token, at: number): void {
    this.#token = undefined;
    const value = token.isKept ? this.#parse(Buffer.concat(token.pieces).toString(), at) : null;
    const frame = this.#frames.at(-1);
    if (token.isKey) {
      frame!.key = value as string;
      frame!.expects = 'colon';
      return;
    }
    if (token.isKept) this.#found.push({ path: this.#path(), value });
    this.#complete();
  }

  #parse(text: string, at: number): unknown {
    try {
      return JSON.parse(text);
    } catch {
      return this.#fail('The JSON is not valid', at);
    }
  }

  #close(at: number): number {
    this.#frames.pop();
    this.#complete();
    return at + 1;
  }

  /** A value has been read. */
  #complete(): void {
    const frame = this.#frames.at(-1);
    if (frame) frame.expects = 'comma';
    else this.#documents += 1;
  }

  #path(): string[] {
    return this.#frames.map(({ key }) => key);
  }

  #fail(problem: string, at: number): never {
    throw new JsonError(problem, this.#offset + at);
  }
}

function newToken(of: { isKey?: boolean; isKept: boolean; isBare?: boolean }): Token {
  const { isKey = false, isKept, isBare = false } = of;
  const start = { pieces: [], bytes: 0, depth: 0, inString: false, escaped: false };
  return { isKey, isKept, isBare, ...start };
}

function bareEnd(chunk: Buffer, from: number): number | undefined {
  for (let at = from; at < chunk.length; at += 1) if (endsBare(chunk[at]!)) return at;
  return undefined;
}

/** The chosen entries of a stream of JSON. */
export async function* readJsonEntries(
  chunks: AsyncIterable<Buffer>,
  choose: (path: readonly string[]) => JsonChoice,
): AsyncGenerator<JsonEntry> {
  const reader = new JsonEntryReader(choose);
  for await (const chunk of chunks) yield* reader.push(chunk);
  yield* reader.end();
}
