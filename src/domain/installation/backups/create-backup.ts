import { listFiles } from '../../../platform/store/files.js';
import { withCostRowsHeld } from '../../../platform/jobs/unless-copied.js';
import type { Services } from '../../../platform/kernel/services.js';
import type { Clock } from '../../../platform/lib/time.js';
import { isDiskFull } from '../../../platform/store/disk-space.js';
import { identityKey } from '../../../platform/store/require-shared-stores.js';
import type { BackupTarget } from './backup-target.js';
import { recordBackup } from './last-backup.js';
import { FileDeleted, withLiveSnapshot } from './live-snapshot.js';
import {
  type Manifest,
  type OpenBackup,
  listBackups,
  readManifest,
  writeManifest,
} from './manifest.js';
import { openTarget } from './open-target.js';
import { newKeyDerivation, openCipher } from './part-cipher.js';
import { PartWriter } from './parts.js';
import { deleteOldBackups } from './retention.js';
import {
  BackupError,
  type Bytes,
  type CostUnit,
  type OnProgress,
  type Snapshot,
  type StoredFile,
} from './snapshot.js';

export interface BackupRequest {
  /** A folder, a bucket or a file. */
  location: string;
  /** The folder that a relative location is resolved against. */
  cwd: string;
  passphrase: string | undefined;
  onProgress?: OnProgress;
  signal?: AbortSignal;
  /** How many backups the target keeps, with this one; all of them if absent. */
  keep?: number;
}

export interface BackupResult {
  manifest: Manifest;
  /** What the target did not have yet. */
  bytesWritten: number;
  /** Old backups that were deleted. */
  deleted: number;
}

type Source = { services: Services; clock: Clock };

/** Copies the whole installation at one moment to a target, of which it writes only what is new there. */
export async function createBackup(
  source: Source & { env: NodeJS.ProcessEnv },
  request: BackupRequest,
): Promise<BackupResult> {
  const { services, env } = source;
  const { location, cwd } = request;
  return withCostRowsHeld(services, async () => {
    const target = await openTarget(location, { cwd, env, workFolder: services.workFolder });
    let isComplete = false;
    try {
      const result = await writeBackup(source, target, request);
      isComplete = true;
      return result;
    } catch (error) {
      throw isDiskFull(error) ? diskFull(error) : error;
    } finally {
      await target.close(isComplete);
    }
  });
}

const diskFull = (cause: unknown) =>
  new BackupError(
    'The disk of the target or of the data folder is full; the earlier backups are as they were',
    { cause },
  );

async function writeBackup(
  source: Source,
  target: BackupTarget,
  { location, passphrase, keep, onProgress = () => {}, signal }: BackupRequest,
): Promise<BackupResult> {
  const previous = await latestBackup(target, passphrase);
  const encryption = previous?.encryption ?? (await newEncryption(passphrase));
  const parts = new PartWriter(target, encryption?.cipher, await target.list());
  const backup = new BackupWriter(parts, previous?.manifest, onProgress, signal);
  // Most files: what is written or deleted while they are copied is decided at the moment.
  const { files } = source.services;
  const early = (await listFiles(files)).filter(({ key }) => key !== identityKey);
  const copied = await backup.writeFiles(early, (file) => readStored(files, file));
  const manifest = await withLiveSnapshot(source, onProgress, async (snapshot) => {
    const written = await backup.write(snapshot, copied);
    signal?.throwIfAborted();
    await writeManifest(target, written, encryption);
    return written;
  });
  const { bytesWritten } = parts;
  await recordBackup(source.services, {
    moment: new Date(manifest.moment),
    target: location.split('?', 1)[0]!,
    bytesWritten,
    finishedAt: source.clock(),
  });
  const deleted = keep === undefined ? 0 : await deleteOldBackups(target, keep, passphrase);
  return { manifest, bytesWritten, deleted };
}

async function* readStored(files: Services['files'], { key }: StoredFile): Bytes {
  const content = await files.get(key);
  if (!content) throw new FileDeleted(key);
  yield* content as Bytes;
}

/** The latest backup in a target, if its parts can be used again: if it opens with the same passphrase. */
async function latestBackup(
  target: BackupTarget,
  passphrase: string | undefined,
): Promise<OpenBackup | undefined> {
  const name = (await listBackups(target)).at(-1);
  if (name === undefined) return undefined;
  try {
    const backup = await readManifest(target, name, passphrase);
    return (backup.encryption === undefined) === (passphrase === undefined) ? backup : undefined;
  } catch (error) {
    if (error instanceof BackupError) return undefined;
    throw error;
  }
}

async function newEncryption(passphrase: string | undefined) {
  if (passphrase === undefined) return undefined;
  const key = newKeyDerivation();
  return { key, cipher: await openCipher(passphrase, key) };
}

type WrittenFile = Manifest['files'][number];

/** Writes the parts of a snapshot, and takes over those that the previous backup has of the same content. */
class BackupWriter {
  constructor(
    readonly parts: PartWriter,
    readonly previous: Manifest | undefined,
    readonly onProgress: OnProgress,
    readonly signal: AbortSignal | undefined,
  ) {}

  async write(snapshot: Snapshot, copied: readonly WrittenFile[]): Promise<Manifest> {
    const { contents } = snapshot;
    const units = await this.#writeUnits(snapshot);
    const tables: Manifest['tables'] = [];
    for (const table of contents.tables) {
      const rows = counted(snapshot.readTable(table));
      tables.push({ ...table, parts: await this.parts.write(rows), bytes: rows.bytes });
    }
    const files = await this.writeFiles(contents.files, snapshot.readFile, copied);
    return { ...contents, tables, units, files };
  }

  async #writeUnits(snapshot: Snapshot): Promise<Manifest['units']> {
    const { units } = snapshot.contents;
    const known = new Map(this.#reusable(snapshot).map((unit) => [keyOf(unit), unit]));
    const written: Manifest['units'] = [];
    let bytes = 0;
    for (const unit of units) {
      this.signal?.throwIfAborted();
      const before = known.get(keyOf(unit));
      const entry =
        before && this.parts.has(before.parts) ? before : await this.#writeUnit(snapshot, unit);
      written.push(entry);
      for (const table of entry.tables) bytes += table.bytes;
      this.onProgress({ step: 'costs', done: written.length, total: units.length, bytes });
    }
    return written;
  }

  /** Units of another cost store, or with other columns, are not the same under the same number. */
  #reusable({ contents }: Snapshot): Manifest['units'] {
    const { previous } = this;
    const isSame =
      previous?.installation === contents.installation &&
      JSON.stringify(previous.structures) === JSON.stringify(contents.structures);
    return isSame ? previous.units : [];
  }

  async #writeUnit(snapshot: Snapshot, unit: CostUnit): Promise<Manifest['units'][number]> {
    const bytes = new Map<string, number>();
    const all = async function* (): Bytes {
      for await (const { table, rows } of snapshot.readUnit(unit)) {
        const ofTable = counted(rows);
        yield* ofTable;
        bytes.set(table, ofTable.bytes);
      }
    };
    const parts = await this.parts.write(all());
    const tables = unit.tables.map((each) => ({ ...each, bytes: bytes.get(each.table) ?? 0 }));
    return { ...unit, tables, parts };
  }

  /** A file that is deleted before it is read is left out: nothing refers to it any more. */
  async writeFiles(
    files: readonly StoredFile[],
    read: (file: StoredFile) => Bytes,
    copied: readonly WrittenFile[] = this.previous?.files ?? [],
  ): Promise<WrittenFile[]> {
    const known = new Map(copied.map((file) => [`${file.key} ${file.version}`, file]));
    const written: WrittenFile[] = [];
    let bytes = 0;
    for (const [index, file] of files.entries()) {
      this.signal?.throwIfAborted();
      const before = known.get(`${file.key} ${file.version}`);
      const isKnown = before && before.bytes === file.bytes && this.parts.has(before.parts);
      const entry = isKnown ? before : await this.#writeFile(file, read);
      if (entry) written.push(entry);
      bytes += entry?.bytes ?? 0;
      this.onProgress({ step: 'files', done: index + 1, total: files.length, bytes });
    }
    return written;
  }

  async #writeFile(
    file: StoredFile,
    read: (file: StoredFile) => Bytes,
  ): Promise<WrittenFile | undefined> {
    try {
      const content = counted(read(file));
      const parts = await this.parts.write(content);
      return { key: file.key, version: file.version, bytes: content.bytes, parts };
    } catch (error) {
      if (error instanceof FileDeleted) return undefined;
      throw error;
    }
  }
}

const keyOf = ({ kind, id, version }: CostUnit) => `${kind} ${id} ${version}`;

/** The same bytes, with their number once they have been read. */
function counted(content: Bytes): Bytes & { bytes: number } {
  const result = {
    bytes: 0,
    async *[Symbol.asyncIterator]() {
      for await (const chunk of content) {
        result.bytes += chunk.length;
        yield chunk;
      }
    },
  };
  return result;
}
