/** A store that a newer release has migrated. This release does not know its tables, so it must not write to them. */
export class NewerSchema extends Error {
  constructor(store: string, migration: string) {
    super(
      `${store} was upgraded by a newer release of Farthing (migration ${migration}), which this release cannot use. ` +
        'Start the newer release, or restore a backup made before the upgrade.',
    );
  }
}

/** Requires that this release knows every migration that was applied to a store. */
export function requireKnownMigrations(
  store: string,
  applied: readonly string[],
  known: readonly string[],
): void {
  const unknown = applied.filter((name) => !known.includes(name)).toSorted();
  if (unknown.length > 0) throw new NewerSchema(store, unknown.at(-1)!);
}
