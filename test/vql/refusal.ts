import { checkFilter, FilterError, type Kind } from '../../src/domain/vql/index.js';

/** The error a text is refused with. */
export function refusalOf(kind: Kind, text: string, path?: string): FilterError {
  try {
    checkFilter(kind, text, path);
  } catch (error) {
    if (error instanceof FilterError) return error;
    throw error;
  }
  throw new Error(`expected to be refused: ${text}`);
}
