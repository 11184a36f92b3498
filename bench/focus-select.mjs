import { focusSelect } from '../build/demo/focus-columns.js';
import { inlineValues, sql } from '../build/platform/store/sql.js';

/** The text of a SELECT of FOCUS rows, from texts of its columns. */
export function focusSelectText(columns) {
  const expressions = Object.entries(columns).map(([name, text]) => [name, sql.raw(text)]);
  return inlineValues(focusSelect(Object.fromEntries(expressions)));
}
