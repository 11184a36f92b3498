export type Compression = 'none' | 'gzip' | 'zstd';
/** `lines` are lines of text whose fields are not those of a CSV file. */
export type Content = 'csv' | 'parquet' | 'json' | 'lines';

/** One file of an import, ready to be read by the engine. */
export interface SourceFile {
  /** Shown in reports and stored with the file's lines. */
  name: string;
  /** Local path. */
  location: string;
  bytes: number;
  /** Size of the content when decompressed. */
  decompressedBytes: number;
  /** Hash of the bytes. */
  fingerprint: string;
  compression: Compression;
  content: Content;
}
