export type Compression = 'none' | 'gzip' | 'zstd';
export type Content = 'csv' | 'parquet' | 'json';

/** One file of an import, ready to be read by the engine. */
export interface SourceFile {
  /** Shown in reports and stored with the file's lines. */
  name: string;
  /** Local path. */
  location: string;
  bytes: number;
  /** Hash of the bytes. */
  fingerprint: string;
  compression: Compression;
  content: Content;
}
