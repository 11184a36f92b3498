import { ShapeFailure } from '../../../../platform/lib/errors.js';

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

/** An invalid filter. Its message is the sentence sent to the client. */
export class FilterError extends ShapeFailure {
  override readonly name = 'FilterError';

  /** `path` is where the filter was in the request, such as `values[1].filter`, if it had several. */
  constructor(
    readonly code: FilterErrorCode,
    readonly line: number,
    readonly column: number,
    readonly detail: string,
    path?: string,
  ) {
    const where = path === undefined ? '' : ` in ${path}`;
    super([`Invalid VQL${where} at line ${line}, column ${column}: ${detail}.`]);
  }
}
