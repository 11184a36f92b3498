import type { CostStore } from '../../../platform/store/clickhouse/cost-store.js';
import type { Format } from './format.js';
import { normalizeName } from './header.js';
import { ImportError } from './import-error.js';
import { readLayout, type FileLayout } from './read-layout.js';
import type { SourceFile } from './source-file.js';
import type { FileGroup } from './source-table.js';

/** The format of a file set, and its files grouped by equal columns. */
export interface DetectedFormat {
  format: Format;
  groups: FileGroup[];
}

/** Detects the format of a file set from its headers; the first format that matches wins. */
export async function detectFormat(
  store: CostStore,
  files: readonly SourceFile[],
  formats: readonly Format[],
): Promise<DetectedFormat> {
  const groups = new Map<string, FileGroup & { files: SourceFile[] }>();
  const found = new Set<Format>();
  for (const file of files) {
    const layout = await readLayout(store, file);
    const format = formatOf(file, layout, formats);
    found.add(format);
    const kind = format.kindOf?.(file.name) ?? '';
    const key = JSON.stringify([
      kind,
      file.content,
      file.compression,
      layout.delimiter,
      layout.header.columns.map((column) => [column.name, column.type]),
    ]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { files: [file], layout, kind });
    else group.files.push(file);
  }
  const [format, other] = [...found];
  if (format === undefined) throw new ImportError('There is no file to import.');
  if (other !== undefined) {
    throw new ImportError(`The files have two formats: ${format.title} and ${other.title}.`);
  }
  return { format, groups: [...groups.values()] };
}

function formatOf(file: SourceFile, { header }: FileLayout, formats: readonly Format[]): Format {
  const format = formats.find((candidate) => candidate.matches(header));
  const missing = format?.strict?.missingColumns(header) ?? [];
  if (missing.length > 0) {
    const messages = missing.map((column) => `Required column missing: ${column}`);
    throw new ImportError(messages.join('. '), messages);
  }
  if (format !== undefined) return format;
  const names = header.columns.map((column) => column.name).filter((name) => normalizeName(name));
  throw new ImportError(
    `${file.name} has an unrecognized format; its columns are ${names.slice(0, 50).join(', ')}.`,
  );
}
