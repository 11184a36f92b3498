import type { CostStore } from '../../platform/store/clickhouse/cost-store.js';
import type { Format } from './format.js';
import { comparedName } from './header.js';
import { ImportError } from './import-error.js';
import { readHeader, type ReadHeader } from './read-header.js';
import type { FileGroup } from './rows-sql.js';
import type { ObjectStoreAccess, SourceFile } from './source-file.js';

/** Files of one format, grouped by equal columns. */
export interface Recognised {
  format: Format;
  groups: FileGroup[];
}

/** Finds the one format of a file set by its headers; the first format that fits counts. */
export async function recognise(
  store: CostStore,
  files: readonly SourceFile[],
  formats: readonly Format[],
  access?: ObjectStoreAccess,
): Promise<Recognised> {
  const groups = new Map<string, FileGroup & { files: SourceFile[] }>();
  const found = new Set<Format>();
  for (const file of files) {
    const header = await readHeader(store, file);
    const format = formatOf(file, header, formats);
    found.add(format);
    const kind = format.kindOf?.(file.name) ?? '';
    const key = JSON.stringify([
      kind,
      file.content,
      file.compression,
      header.delimiter,
      header.header.columns.map((column) => [column.name, column.type]),
    ]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { files: [file], header, kind, access });
    else group.files.push(file);
  }
  const [format, other] = [...found];
  if (format === undefined) throw new ImportError('There is no file to import.');
  if (other !== undefined) {
    throw new ImportError(`The files are of two formats: ${format.title} and ${other.title}.`);
  }
  return { format, groups: [...groups.values()] };
}

function formatOf(file: SourceFile, { header }: ReadHeader, formats: readonly Format[]): Format {
  const format = formats.find((candidate) => candidate.recognises(header));
  const missing = format?.strict?.missing(header) ?? [];
  if (missing.length > 0) {
    const texts = missing.map((column) => `Required column missing: ${column}`);
    throw new ImportError(texts.join('. '), texts);
  }
  if (format !== undefined) return format;
  const names = header.columns.map((column) => column.name).filter((name) => comparedName(name));
  throw new ImportError(
    `${file.name} has an unrecognised format; its columns are ${names.slice(0, 50).join(', ')}.`,
  );
}
