/** Entity tags by the path of their object. Replaced, never changed, so that a form can hold on to one. */
export type Versions = ReadonlyMap<string, string>;

let known: Versions = new Map();
let expected: Versions | undefined;

/** The versions of the objects that this tab has read or written so far. */
export const knownVersions = (): Versions => known;

/** Remembers the version of an object from a response. */
export function noteVersion(path: string, tag: string | null, isWritten: boolean): void {
  if (tag === null) return;
  if (known.get(path) !== tag) known = new Map(known).set(path, tag);
  // The next write of the same save is based on this one.
  if (isWritten && expected?.has(path)) expected = new Map(expected).set(path, tag);
}

/**
 * Saves what a form holds: each object is written only if it is still the version that the form was opened
 * with. A read in the background brings newer versions, but not into a form.
 */
export async function saveBasedOn<Saved>(
  versions: Versions,
  save: () => Promise<Saved>,
): Promise<Saved> {
  expected = versions;
  try {
    return await save();
  } finally {
    expected = undefined;
  }
}

/** The version that a write of this object expects; undefined outside of forms. */
export const expectedVersion = (path: string): string | undefined => expected?.get(path);
