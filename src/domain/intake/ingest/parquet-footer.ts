import { open } from 'node:fs/promises';
import { ImportError } from './import-error.js';
import { maxColumns, maxDecompressedBytes, tooManyColumns } from './limits.js';
import { ThriftReader } from './thrift-reader.js';

/** The footer of a file with a thousand columns and a hundred row groups has 15 MB. */
const maxFooterBytes = 32 * 2 ** 20;
const maxNesting = 12;
/** Decimals and UUIDs are the fixed-length values of bills. */
const maxFixedLength = 1024;
const magic = 'PAR1';

/** Whether a file with these first bytes is a Parquet file. */
export const isParquetStart = (start: Buffer) => start.toString('latin1', 0, 4) === magic;

/** What the footer of a Parquet file declares, after it was checked against the file. */
export interface ParquetFooter {
  /** The list of schema elements in Thrift encoding. */
  schema: Buffer;
  /** Size of all columns when decompressed. */
  decompressedBytes: number;
}

/**
 * Reads the footer of a Parquet file and checks all that the engine would rely on: positions and sizes
 * must be inside the file, and the rows and bytes that it expands to within the limits.
 */
export async function readParquetFooter(path: string): Promise<ParquetFooter> {
  const { size, footer } = await readFooterBytes(path);
  return checkFooter(footer, size);
}

async function readFooterBytes(path: string): Promise<{ size: number; footer: Buffer }> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const readAt = async (position: number, length: number) => {
      if (position < magic.length) throw new Error('The footer is larger than the file.');
      return (await file.read(Buffer.alloc(length), 0, length, position)).buffer;
    };
    const end = await readAt(size - 8, 8);
    if (end.toString('latin1', 4) !== magic) throw new Error('The file has no Parquet footer.');
    const bytes = end.readUInt32LE();
    if (bytes > maxFooterBytes) throw new Error(`The footer has ${bytes} bytes.`);
    return { size, footer: await readAt(size - 8 - bytes, bytes) };
  } finally {
    await file.close();
  }
}

interface Totals {
  leaves: number;
  rows: number;
  compressedBytes: number;
  decompressedBytes: number;
}

function checkFooter(footer: Buffer, fileBytes: number): ParquetFooter {
  const reader = new ThriftReader(footer);
  const totals: Totals = { leaves: 0, rows: 0, compressedBytes: 0, decompressedBytes: 0 };
  const dataEnd = fileBytes - 8 - footer.length;
  let schema: Buffer | undefined;
  let rows = 0;
  reader.struct((id) => {
    if (id === 2) {
      const start = reader.offset;
      totals.leaves = readSchema(reader);
      schema = footer.subarray(start, reader.offset);
    } else if (id === 3) rows = reader.integer();
    else if (id === 4) reader.structs(() => readRowGroup(reader, totals, dataEnd));
    else return false;
    return true;
  });
  if (schema === undefined || rows !== totals.rows) throw new Error('The footer is inconsistent.');
  if (totals.compressedBytes > dataEnd) throw new Error('Columns share bytes of the file.');
  const maxBytes = maxDecompressedBytes(fileBytes);
  // A row takes a byte at least.
  if (Math.max(totals.rows, totals.decompressedBytes) > maxBytes) {
    throw new ImportError(`The Parquet file expands to more than ${maxBytes} bytes when read.`);
  }
  return { schema, decompressedBytes: totals.decompressedBytes };
}

/** Checks the tree of columns, which is listed depth first; returns the number of its leaves. */
function readSchema(reader: ThriftReader): number {
  /** How many children are missing at each level. */
  const missing = [1];
  let leaves = 0;
  reader.structs(() => {
    while (missing.at(-1) === 0) missing.pop();
    if (missing.length === 0) throw new Error('The schema has columns outside its tree.');
    missing[missing.length - 1]! -= 1;
    const { children, fixedLength } = readSchemaElement(reader);
    if (fixedLength < 0 || fixedLength > maxFixedLength) {
      throw new Error(`Values have ${fixedLength} bytes.`);
    }
    if (children === 0) leaves += 1;
    if (leaves > maxColumns) throw tooManyColumns();
    missing.push(children);
    if (missing.length > maxNesting) throw new Error('The schema is nested too deeply.');
  });
  if (missing.some((count) => count !== 0)) throw new Error('The schema is incomplete.');
  return leaves;
}

function readSchemaElement(reader: ThriftReader): { children: number; fixedLength: number } {
  const element = { children: 0, fixedLength: 0 };
  reader.struct((id) => {
    if (id === 2) element.fixedLength = reader.integer();
    else if (id === 5) element.children = reader.integer();
    else return false;
    return true;
  });
  return element;
}

function readRowGroup(reader: ThriftReader, totals: Totals, dataEnd: number): void {
  let columns = 0;
  let rows = -1;
  reader.struct((id) => {
    if (id === 1) columns = reader.structs(() => readColumnChunk(reader, totals, dataEnd));
    else if (id === 3) rows = reader.integer();
    else return false;
    return true;
  });
  if (rows < 0 || columns !== totals.leaves) throw new Error('A row group is inconsistent.');
  totals.rows += rows;
}

function readColumnChunk(reader: ThriftReader, totals: Totals, dataEnd: number): void {
  reader.struct((id) => {
    if (id === 1) throw new Error('A column is in another file.');
    if (id !== 3) return false;
    readColumnMetadata(reader, totals, dataEnd);
    return true;
  });
}

/** Field ids of what says where a column is. */
const columnFields: Record<number, 'decompressed' | 'compressed' | 'data' | 'dictionary'> = {
  6: 'decompressed',
  7: 'compressed',
  9: 'data',
  11: 'dictionary',
};

function readColumnMetadata(reader: ThriftReader, totals: Totals, dataEnd: number): void {
  const column = { decompressed: -1, compressed: -1, data: -1, dictionary: 0 };
  reader.struct((id) => {
    const field = columnFields[id];
    if (field !== undefined) column[field] = reader.integer();
    return field !== undefined;
  });
  const { decompressed, compressed, data, dictionary } = column;
  // Some writers set the position of a missing dictionary to zero.
  const start = dictionary > 0 ? Math.min(dictionary, data) : data;
  const isInside = start >= magic.length && compressed >= 0 && start + compressed <= dataEnd;
  if (!isInside || decompressed < 0) throw new Error('A column is outside the file.');
  totals.compressedBytes += compressed;
  totals.decompressedBytes += decompressed;
}
