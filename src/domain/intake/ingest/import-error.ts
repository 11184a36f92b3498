/** An import failed for a reason that the user can fix; nothing was changed. */
export class ImportError extends Error {
  override readonly name = 'ImportError';

  constructor(
    message: string,
    /** Individual faults, each a sentence, in row order. */
    readonly details: readonly string[] = [],
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
