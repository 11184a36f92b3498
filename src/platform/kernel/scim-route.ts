import { ApiError } from '../lib/errors.js';
import type { Context } from './context.js';

/** What RFC 7644 calls the kind of a 400 or 409. */
export type ScimType =
  | 'invalidFilter'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue';

/**
 * A failure of a SCIM request, which identity providers show to their administrators.
 *
 * @example
 * throw new ScimError(400, 'userName must be an email address', 'invalidValue');
 */
export class ScimError extends ApiError {
  constructor(
    status: number,
    message: string,
    readonly scimType?: ScimType,
  ) {
    super(status, [message]);
  }
}

interface ScimRequest {
  params: Record<string, string>;
  query: URLSearchParams;
  body: Record<string, unknown>;
}

/** One route below `/scim/v2`. Writes run in one transaction. */
export interface ScimRoute {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/scim/v2`: `/Users/:id`. */
  path: string;
  /** Messages for the unique constraints that the route may violate, by constraint name. */
  duplicates?: Record<string, string>;
  run(
    request: ScimRequest,
    ctx: Context,
  ): Promise<{ status?: number; body?: Record<string, unknown>; location?: string }>;
}
