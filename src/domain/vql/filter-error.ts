import { ShapeFailure } from '../../platform/lib/errors.js';

export type FilterErrorCode =
  | 'empty'
  | 'limit'
  | 'bad_character'
  | 'wrong_quotes'
  | 'unterminated_string'
  | 'unexpected_token'
  | 'unclosed_parenthesis'
  | 'extra_parenthesis'
  | 'prefix_not'
  | 'pair_shape'
  | 'unknown_namespace'
  | 'wrong_scope'
  | 'unknown_field'
  | 'map_key_missing'
  | 'map_key_not_allowed'
  | 'operator_not_allowed'
  | 'value_type'
  | 'null_not_allowed'
  | 'unknown_provider'
  | 'allocation_range'
  | 'allocation_not_allowed'
  | 'comparison_value'
  | 'flexible_value'
  | 'tag_value_without_name'
  | 'tag_group'
  | 'service_required'
  | 'provider_conflict'
  | 'provider_required';

/** A problem at an offset of the text being read, before line and column are known. */
export interface Problem {
  code: FilterErrorCode;
  offset: number;
  detail: string;
}

/** The one error a filter text can cause. Its message is the sentence shown to the caller. */
export class FilterError extends ShapeFailure {
  override readonly name = 'FilterError';

  constructor(
    readonly code: FilterErrorCode,
    readonly line: number,
    readonly column: number,
    readonly detail: string,
    /** Where the text stood in the request, such as `values[1].filter`, when it held several. */
    readonly path?: string,
  ) {
    const where = path === undefined ? '' : ` in ${path}`;
    super([`Invalid VQL${where} at line ${line}, column ${column}: ${detail}.`]);
  }
}

/** Carries a problem out of a stage; `checkFilter` turns it into a `FilterError`. */
export class ProblemFound extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

export function refuse(code: FilterErrorCode, offset: number, detail: string): never {
  throw new ProblemFound({ code, offset, detail });
}

/** Refuses with the problem that comes first in the text, if there is any. */
export function refuseFirst(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const first = problems.reduce((a, b) => (b.offset < a.offset ? b : a));
  throw new ProblemFound(first);
}
