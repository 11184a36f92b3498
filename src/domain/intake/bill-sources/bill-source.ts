import { ImportError } from '../ingest/index.js';

/** A file in a folder, or an object in a bucket. */
export interface SourceObject {
  /** Path relative to the root of the source, separated by slashes. */
  key: string;
  bytes: number;
  /** ISO time. */
  modifiedAt: string;
  /** Changes whenever the content changes. */
  etag: string;
}

/** A folder, bucket or URL that bills are read from. */
export interface BillSource {
  list(): AsyncIterable<SourceObject>;
  /** Path of the object on this machine; remote objects are downloaded into the folder. */
  fetch(object: SourceObject, folder: string, signal?: AbortSignal): Promise<string>;
}

/** The source rejected our credentials. */
export class AccessDenied extends ImportError {}

const maxObjects = 100_000;

/** Lists all objects of a source; throws when it has more than any delivery of bills would. */
export async function listObjects(source: BillSource): Promise<SourceObject[]> {
  const objects: SourceObject[] = [];
  for await (const object of source.list()) {
    objects.push(object);
    if (objects.length > maxObjects) {
      throw new ImportError(
        `The location has more than ${maxObjects} files; use a folder inside it.`,
      );
    }
  }
  return objects;
}
