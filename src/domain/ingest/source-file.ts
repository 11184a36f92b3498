export type Compression = 'none' | 'gzip' | 'zstd';
export type Content = 'csv' | 'parquet' | 'json';

/** One file of an import, ready to be read by the engine. */
export interface SourceFile {
  /** Shown in reports and stored with the file's lines. */
  name: string;
  /** Local path, or the URL of an object. */
  location: string;
  bytes: number;
  /** Size of the content when decompressed. */
  decompressedBytes: number;
  /** Hash of the bytes, or the object store's version id. */
  fingerprint: string;
  compression: Compression;
  content: Content;
}

/** Credentials for a bucket; without them the engine uses its own role or public access. */
export interface ObjectStoreCredentials {
  accessKeyId?: string;
  secretAccessKey?: string;
  /** Role that the engine assumes before it reads. */
  roleArn?: string;
  /** S3 endpoint other than Amazon's, or the URL of the Azure storage account. */
  endpoint?: string;
}
