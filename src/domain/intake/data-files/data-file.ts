import type { Readable } from 'node:stream';
import type { Row } from '../../../platform/kernel/rows.js';
import type { Services } from '../../../platform/kernel/services.js';

/** A file that is not a bill: inventory, utilisation, Kubernetes allocation, flow log or price list. */
export interface DataFile {
  /** Shown in reports. */
  name: string;
  /** Local path of the file as it was received, for formats that the engine reads itself. */
  path: string;
  /** The decompressed content; each call starts at the beginning. */
  open(): Readable;
}

/** What a data file held and what became of it. */
export interface DataFileReport {
  rowsRead: number;
  rowsStored: number;
  /** One clear sentence each, with the row where there is one; at most 100. */
  warnings: string[];
}

export interface DataFileContext {
  services: Services;
  /** The integration that the file belongs to. */
  integration: Row<'integrations'>;
  now: Date;
  signal?: AbortSignal | undefined;
}

/** A kind of data file. */
export interface DataFileFormat {
  /** `aws_config`, `opencost_allocation`. */
  name: string;
  /** `AWS Config snapshot`. */
  title: string;
  /** Whether the file is of this kind, by its first 64 KiB, decompressed; of a Parquet file, by its schema. */
  recognizes(start: Buffer, fileName: string): boolean;
  /** Stores what the file says, whole or not at all. Repeating it changes nothing. */
  store(file: DataFile, ctx: DataFileContext): Promise<DataFileReport>;
}
