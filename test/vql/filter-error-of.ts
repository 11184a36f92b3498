import { checkFilter, FilterError, type FilterKind } from '../../src/domain/costs/vql/index.js';

/** The error that a filter is rejected with. */
export function filterErrorOf(kind: FilterKind, text: string, path?: string): FilterError {
  try {
    checkFilter(kind, text, path);
  } catch (error) {
    if (error instanceof FilterError) return error;
    throw error;
  }
  throw new Error(`expected an invalid filter: ${text}`);
}
