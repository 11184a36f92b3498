import type { BackupSource } from './backup-target.js';
import type { OpenBackup } from './manifest.js';
import { readParts } from './parts.js';
import {
  BackupError,
  type Bytes,
  type CostUnit,
  type OnProgress,
  type Snapshot,
  type UnitRows,
} from './snapshot.js';

/** A backup as the installation that it is a copy of. Whatever is read from it has been verified. */
export function openSnapshot(source: BackupSource, { manifest, encryption }: OpenBackup): Snapshot {
  const read = (names: readonly string[]) => readParts(source, encryption?.cipher, names);
  const find = <Entry>(entry: Entry | undefined): Entry => {
    if (entry === undefined) throw new Error('not of this backup');
    return entry;
  };
  return {
    contents: manifest,
    readTable: ({ table }) =>
      read(find(manifest.tables.find((each) => each.table === table)).parts),
    readUnit: (unit) => {
      const isUnit = (each: CostUnit) => each.kind === unit.kind && each.id === unit.id;
      const { tables, parts } = find(manifest.units.find(isUnit));
      return split(read(parts), tables);
    },
    readFile: ({ key }) => read(find(manifest.files.find((each) => each.key === key)).parts),
  };
}

/** Splits bytes into those of each table, which follow each other. */
async function* split(
  content: AsyncGenerator<Buffer>,
  tables: readonly { table: string; bytes: number }[],
): AsyncGenerator<UnitRows> {
  let rest: Buffer = Buffer.alloc(0);
  async function* take(bytes: number): Bytes {
    for (let left = bytes; left > 0;) {
      if (rest.length === 0) {
        const next = await content.next();
        if (next.done) throw new BackupError('The backup is damaged: a load ends too early');
        rest = next.value;
      }
      const chunk = rest.subarray(0, left);
      rest = rest.subarray(chunk.length);
      left -= chunk.length;
      yield chunk;
    }
  }
  for (const { table, bytes } of tables) if (bytes > 0) yield { table, rows: take(bytes) };
  if (rest.length > 0 || !(await content.next()).done) {
    throw new BackupError('The backup is damaged: a load has more than its tables');
  }
}

/** Reads everything, so that nothing is changed by a backup that turns out to be damaged. */
export async function verifySnapshot(
  source: BackupSource,
  backup: OpenBackup,
  onProgress: OnProgress,
  signal?: AbortSignal,
): Promise<void> {
  const { tables, units, files } = backup.manifest;
  const snapshot = openSnapshot(source, backup);
  const total = tables.length + units.length + files.length;
  const progress = { step: 'verify' as const, done: 0, total, bytes: 0 };
  const advance = (bytes: number) => {
    signal?.throwIfAborted();
    progress.bytes += bytes;
    progress.done += 1;
    onProgress({ ...progress });
  };
  for (const table of tables) {
    const found = await measure(snapshot.readTable(table));
    if (found.bytes !== table.bytes || found.lines !== table.rows) throw differs(table.table);
    advance(found.bytes);
  }
  for (const unit of units) {
    let bytes = 0;
    for await (const { rows } of snapshot.readUnit(unit)) bytes += (await measure(rows)).bytes;
    advance(bytes);
  }
  for (const file of files) {
    const found = await measure(snapshot.readFile(file));
    if (found.bytes !== file.bytes) throw differs(file.key);
    advance(found.bytes);
  }
}

const differs = (name: string) =>
  new BackupError(`The backup is damaged: ${name} is not as long as its manifest says`);

const lineBreak = 10;

async function measure(content: Bytes): Promise<{ bytes: number; lines: number }> {
  const found = { bytes: 0, lines: 0 };
  for await (const chunk of content) {
    found.bytes += chunk.length;
    for (let at = chunk.indexOf(lineBreak); at >= 0; at = chunk.indexOf(lineBreak, at + 1)) {
      found.lines += 1;
    }
  }
  return found;
}
