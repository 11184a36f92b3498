/** Why an import was refused, in one sentence a person can act on; nothing was changed. */
export class ImportError extends Error {
  override readonly name = 'ImportError';

  constructor(
    message: string,
    /** Single faults behind it, each a sentence, in row order. */
    readonly details: readonly string[] = [],
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
