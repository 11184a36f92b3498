import { z } from 'zod';
import { DomainFailure } from '../../../platform/lib/errors.js';

/** A backup cannot be made, read or restored; the message says why. */
export class BackupError extends DomainFailure {
  constructor(message: string, options?: ErrorOptions) {
    super([message], options);
  }
}

const count = z.number().int().nonnegative();

/** A table of PostgreSQL. Its rows are texts of whole records, one JSON string per line. */
const table = z.object({ table: z.string(), columns: z.array(z.string()), rows: count });

/** The totals of a load in one currency, computed from its lines. */
const total = z.object({ currency: z.string(), billed: z.string(), effective: z.string() });

/** Rows of the cost store that belong together and, under one version, never change. */
const unit = z.object({
  kind: z.enum(['load', 'publication', 'flow_day']),
  id: z.string(),
  version: z.string(),
  /** Tables that share rows with other units have no count. */
  tables: z.array(z.object({ table: z.string(), rows: count.nullable() })),
  totals: z.array(total),
});

const file = z.object({ key: z.string(), version: z.string(), bytes: count });

/** What an installation consists of at one moment. */
export const contents = z.object({
  /** Of the program. */
  version: z.string(),
  moment: z.iso.datetime(),
  /** The identity of the cost store, whose loads have its numbers. */
  installation: z.string(),
  /** Tells secret keys apart without revealing them. */
  keyFingerprint: z.string(),
  /** Only one that was generated. */
  secretKey: z.string().nullable(),
  migrations: z.object({ database: z.array(z.string()), costs: z.array(z.string()) }),
  /** Names and types of the columns of each table of the cost store. */
  structures: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), value: count })),
  units: z.array(unit),
  files: z.array(file),
});

export type Contents = z.output<typeof contents>;
export type ObjectTable = z.output<typeof table>;
export type CostUnit = z.output<typeof unit>;
export type StoredFile = z.output<typeof file>;
export type Structures = Contents['structures'];

export type Bytes = AsyncIterable<Buffer>;

/** The rows of one table of a unit. They must be read to their end before those of the next table. */
export interface UnitRows {
  table: string;
  rows: Bytes;
}

/** An installation at one moment, to be read: the stores of a running one, or a backup. */
export interface Snapshot {
  contents: Contents;
  readTable: (table: ObjectTable) => Bytes;
  readUnit: (unit: CostUnit) => AsyncIterable<UnitRows>;
  readFile: (file: StoredFile) => Bytes;
}

/** How far a backup, a restore or a check is. */
export interface BackupProgress {
  step: 'objects' | 'costs' | 'files' | 'verify';
  done: number;
  total: number;
  /** Bytes read or written in this step, before compression. */
  bytes: number;
}

export type OnProgress = (progress: BackupProgress) => void;
