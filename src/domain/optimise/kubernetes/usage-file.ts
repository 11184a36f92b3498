import type { Readable } from 'node:stream';
import type { Row } from '../../../platform/kernel/rows.js';
import type { Services } from '../../../platform/kernel/services.js';

/** A file that says what a cluster used. */
export interface UsageFile {
  name: string;
  /** Local path of the file as it was received. */
  path: string;
  /** The decompressed content; each call starts at the beginning. */
  open(): Readable;
}

/** The cluster that usage belongs to. */
export interface ClusterContext {
  services: Services;
  integration: Row<'integrations'>;
  signal?: AbortSignal | undefined;
}

/** A kind of usage file: one of the data files, which know their kinds and not the other way round. */
export interface UsageFormat {
  name: string;
  title: string;
  recognizes(start: Buffer, fileName: string): boolean;
  store(
    file: UsageFile,
    ctx: ClusterContext,
  ): Promise<{ rowsRead: number; rowsStored: number; warnings: string[] }>;
}
