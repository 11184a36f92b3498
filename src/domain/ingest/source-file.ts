export type Compression = 'none' | 'gzip' | 'zstd';
export type Content = 'csv' | 'parquet' | 'json';

/** One file of an import, ready to be read by the engine. */
export interface SourceFile {
  /** Name shown in reports and kept with its lines. */
  name: string;
  /** Path on this machine, or an object's address. */
  location: string;
  bytes: number;
  /** Hash of the bytes, or the object store's own version mark. */
  fingerprint: string;
  compression: Compression;
  content: Content;
}

/** Keys to a bucket; without them the engine's own role or public access is used. */
export interface ObjectStoreAccess {
  accessKeyId?: string;
  secretAccessKey?: string;
  /** Role the engine takes on before it reads. */
  roleArn?: string;
  /** Other S3 endpoints than Amazon's, and Azure's account address. */
  endpoint?: string;
}
