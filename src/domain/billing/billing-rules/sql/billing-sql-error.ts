import { ShapeFailure } from '../../../../platform/lib/errors.js';
import { positionAt } from '../../../../platform/lib/source-text.js';

/** A statement outside the dialect. Its message is the sentence sent to the client. */
export class BillingSqlError extends ShapeFailure {
  override readonly name = 'BillingSqlError';
  readonly line: number;
  readonly column: number;

  constructor(
    text: string,
    offset: number,
    reason: string,
    /** What would have been right here, where that is known. */
    expected?: string,
  ) {
    const { line, column } = positionAt(text, offset);
    const hint = expected === undefined ? '' : `: expected ${expected}`;
    super([`${reason} at line ${line}, column ${column}${hint}`]);
    this.line = line;
    this.column = column;
  }
}
