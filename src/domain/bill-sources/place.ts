import { ImportError } from '../ingest/import-error.js';

/** A file in a folder or bucket. */
export interface PlacedObject {
  /** Name from the top of the place, with slashes. */
  key: string;
  bytes: number;
  /** ISO time. */
  modified: string;
  /** Differs between versions of the object. */
  mark: string;
}

/** Somewhere bills lie. */
export interface Place {
  list(): AsyncIterable<PlacedObject>;
  /** Path of the object on this machine; a copy is made in the folder where there is none. */
  fetch(object: PlacedObject, folder: string, signal?: AbortSignal): Promise<string>;
}

/** The place knows us no longer, or never did. */
export class AccessDenied extends ImportError {}

const mostObjects = 100_000;

/** Everything in a place; one that holds more than any bill does is refused. */
export async function listAll(place: Place): Promise<PlacedObject[]> {
  const objects: PlacedObject[] = [];
  for await (const object of place.list()) {
    objects.push(object);
    if (objects.length > mostObjects) {
      throw new ImportError(
        `The location holds more than ${mostObjects} files; name a folder inside it.`,
      );
    }
  }
  return objects;
}
