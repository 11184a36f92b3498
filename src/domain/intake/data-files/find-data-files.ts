import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform, pipeline } from 'node:stream';
import {
  readDecompressed,
  damagedFile,
  detectContainer,
  ImportError,
  type InputFile,
  openFiles,
  isParquetStart,
  readParquetFooter,
  type Compression,
  unzip,
} from '../ingest/index.js';
import type { DataFile, DataFileFormat } from './data-file.js';

/** A data file whose content was checked to its end, ready to be stored. */
export interface FoundDataFile {
  /** The file that holds it: itself, or an archive. */
  input: InputFile;
  format: DataFileFormat;
  file: DataFile;
  /** Size of the content when decompressed. */
  bytes: number;
}

export interface FoundFiles {
  dataFiles: FoundDataFile[];
  /** Names of the input files that hold the data files: an archive holds several. */
  names: Set<string>;
  /** Everything else: bills, or files that cannot be read. */
  others: InputFile[];
}

const startBytes = 65_536;

/**
 * Separates the data files of a set from its bills. An archive counts as data files if all its entries
 * are. Copies are written into the folder, which the caller deletes.
 */
export async function findDataFiles(
  inputs: readonly InputFile[],
  folder: string,
  formats: readonly DataFileFormat[],
): Promise<FoundFiles> {
  const found: FoundFiles = { dataFiles: [], names: new Set(), others: [] };
  for (const input of inputs) {
    if (await isDataFile(input, folder, formats)) {
      found.dataFiles.push(...(await openDataFiles(input, folder, formats)));
      found.names.add(input.name);
    } else {
      found.others.push(input);
    }
  }
  return found;
}

/** Reads only the start of the file, because most files are bills, which are opened by their import. */
async function isDataFile(
  input: InputFile,
  folder: string,
  formats: readonly DataFileFormat[],
): Promise<boolean> {
  try {
    const container = await detectContainer(input);
    if (container.kind === 'utf16') return false;
    if (container.kind === 'plain') {
      const start = await readStart(input, container.compression);
      return formatOf(start, input.name, formats) !== undefined;
    }
    const entries = await unzip(input, await mkdtemp(join(folder, 'zip-')));
    for (const entry of entries) {
      if (!(await isEntryOfDataFile(entry, formats))) return false;
    }
    return entries.length > 0;
  } catch (error) {
    // A file that cannot be read gets the error of a bill that cannot.
    if (error instanceof ImportError) return false;
    throw error;
  }
}

async function isEntryOfDataFile(
  entry: InputFile,
  formats: readonly DataFileFormat[],
): Promise<boolean> {
  const container = await detectContainer(entry);
  if (container.kind !== 'plain') return false;
  const start = await readStart(entry, container.compression);
  return formatOf(start, entry.name, formats) !== undefined;
}

const formatOf = (start: Buffer, name: string, formats: readonly DataFileFormat[]) =>
  formats.find((format) => format.recognizes(start, name));

/** What a format is recognized by: the first bytes of a file, decompressed, or the schema of a Parquet file. */
async function readStart({ name, path }: InputFile, compression: Compression): Promise<Buffer> {
  try {
    const start = await readFirstBytes(path, compression);
    const isParquet = isParquetStart(start) && compression === 'none';
    if (!isParquet) return start;
    const { schema } = await readParquetFooter(path);
    return Buffer.concat([start.subarray(0, 4), schema]);
  } catch (error) {
    throw damagedFile(name, compression === 'none' ? 'parquet' : compression, error);
  }
}

async function readFirstBytes(location: string, compression: Compression): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of readDecompressed({ location, compression }) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= startBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, startBytes);
}

/** Checks the whole of the compressed content, so that no format meets a decompression bomb or a truncated file. */
async function openDataFiles(
  input: InputFile,
  folder: string,
  formats: readonly DataFileFormat[],
): Promise<FoundDataFile[]> {
  const opened = await openFiles([input], await mkdtemp(join(folder, 'data-')));
  return Promise.all(
    opened.map(async (source) => {
      const start = await readStart(
        { name: source.name, path: source.location },
        source.compression,
      );
      return {
        input,
        format: formatOf(start, source.name, formats)!,
        bytes: source.decompressedBytes,
        file: {
          name: source.name,
          path: source.location,
          open: () => withoutNul(readDecompressed(source)),
        },
      };
    }),
  );
}

/** PostgreSQL cannot store NUL, and no text of these files means anything by it. */
function withoutNul(content: Readable): Readable {
  const filter = new Transform({
    transform: (chunk: Buffer, _encoding, done) =>
      done(null, chunk.includes(0) ? chunk.filter((byte) => byte !== 0) : chunk),
  });
  // Errors reach whoever reads the result.
  return pipeline(content, filter, () => undefined);
}
