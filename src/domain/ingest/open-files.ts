import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { selectRows, type CostStore } from '../../platform/store/clickhouse/cost-store.js';
import { containerOf } from './container.js';
import { ImportError } from './import-error.js';
import { expandedLimit } from './limits.js';
import type { SourceFile } from './source-file.js';
import { tableFunction } from './table-function.js';
import { unzip } from './zip.js';

/** A file somebody handed over. */
export interface OfferedFile {
  name: string;
  path: string;
}

/**
 * Makes offered files readable by the engine: archives are unpacked and UTF-16 is rewritten into
 * the work folder, packed files are checked whole, and a file offered twice is read once.
 */
export async function openFiles(
  store: CostStore,
  offered: readonly OfferedFile[],
  workFolder: string,
): Promise<SourceFile[]> {
  const opened = new Map<string, SourceFile>();
  for (const file of offered) {
    for (const source of await openFile(file, workFolder)) {
      if (opened.has(source.fingerprint)) continue;
      await checkPacking(store, source);
      opened.set(source.fingerprint, source);
    }
  }
  if (opened.size === 0) throw new ImportError('There is no file to import.');
  return [...opened.values()];
}

async function openFile(
  file: OfferedFile,
  workFolder: string,
  inArchive = false,
): Promise<SourceFile[]> {
  const container = await containerOf(file.path);
  if (container.kind === 'zip') {
    if (inArchive) throw new ImportError(`${file.name} is an archive inside an archive.`);
    const entries = await unzip(file.path, await mkdtemp(join(workFolder, 'zip-')));
    return (await Promise.all(entries.map((entry) => openFile(entry, workFolder, true)))).flat();
  }
  if (container.kind === 'utf16') {
    const path = join(workFolder, `utf8-${await hashOf(file.path)}`);
    await rewriteAsUtf8(file.path, path, container.encoding);
    return openFile({ name: file.name, path }, workFolder);
  }
  const { content, compression } = container;
  return [
    {
      name: file.name,
      location: file.path,
      bytes: (await stat(file.path)).size,
      fingerprint: await hashOf(file.path),
      compression,
      content,
    },
  ];
}

/** Reads a packed file to its end once: finds one that is cut off or grows beyond measure before a row is kept. */
async function checkPacking(store: CostStore, file: SourceFile): Promise<void> {
  if (file.compression === 'none') return;
  const lines = tableFunction([file.location], {
    format: 'LineAsString',
    structure: 'line String',
    compression: file.compression,
  });
  const limit = expandedLimit(file.bytes);
  const [size] = await selectRows<{ bytes: string }>(
    store.bulk,
    `SELECT sum(length(line) + 1) AS bytes FROM ${lines}`,
    undefined,
    { max_memory_usage: '1000000000' },
  ).catch((error: unknown) => {
    throw new ImportError(
      `${file.name} is damaged, cut off or grows beyond measure when unpacked.`,
      [],
      {
        cause: error,
      },
    );
  });
  if (Number(size?.bytes ?? 0) > limit + 1) {
    throw new ImportError(`${file.name} grows beyond ${limit} bytes when unpacked.`);
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

async function rewriteAsUtf8(from: string, to: string, encoding: string): Promise<void> {
  const text = Readable.toWeb(createReadStream(from)).pipeThrough(new TextDecoderStream(encoding));
  await pipeline(Readable.fromWeb(text), createWriteStream(to));
}
