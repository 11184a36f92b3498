/** An error that the caller can fix. Every other error is a defect and becomes a 500. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly messages: string[],
    readonly headers: Record<string, string> = {},
  ) {
    super(messages.join(' '));
    this.name = 'ApiError';
  }
}

export const badRequest = (message: string) => new ApiError(400, [message]);
export const unauthorized = () =>
  new ApiError(401, ['Invalid or missing credential'], { 'www-authenticate': 'Bearer' });
export const forbidden = (message = 'Not authorized') => new ApiError(403, [message]);
export const notFound = (kind: string) => new ApiError(404, [`${kind} not found`]);
export const unprocessable = (message: string) => new ApiError(422, [message]);
export const unavailable = (message: string, retryAfterSeconds = 5) =>
  new ApiError(503, [message], { 'retry-after': String(retryAfterSeconds) });

/** Nobody reads this response; the status appears in the log. */
export const requestClosed = () => new ApiError(499, ['The client closed the request']);

/** A malformed request: a missing key, a wrong type, a value outside its enumeration. */
export class ShapeFailure extends Error {
  constructor(readonly messages: string[]) {
    super(messages.join(' '));
  }
}

/** A well-formed request that violates a rule of the domain. */
export class DomainFailure extends Error {
  constructor(
    readonly messages: string[],
    options?: ErrorOptions,
  ) {
    super(messages.join(' '), options);
  }
}

/** A request refers to an object that does not exist or that the caller cannot see. */
export class UnknownReference extends Error {
  constructor(kind: string, field: string, token: string) {
    super(`${kind} not found: ${field} ${token}`);
  }
}

/**
 * Turns a violated unique constraint into a failure that the caller can fix, if the operation has a
 * message for it. Only the constraint also holds between two concurrent requests.
 */
export function asFailure(error: unknown, duplicates: Record<string, string> = {}): unknown {
  const { code, constraint } = error as { code?: string; constraint?: string };
  const message = code === '23505' && constraint ? duplicates[constraint] : undefined;
  return message ? new DomainFailure([message]) : error;
}

/**
 * Picks the status of a failure among those that the operation lists, because clients handle only those:
 * an invalid name is 422 for a team and 400 for a workspace.
 */
export function statusFor(failure: Error, method: string, listed: readonly number[]): ApiError {
  const first = (...preferred: number[]) =>
    preferred.find((status) => listed.includes(status)) ?? 400;
  if (failure instanceof ShapeFailure) return new ApiError(first(400, 422), failure.messages);
  if (failure instanceof DomainFailure) return new ApiError(first(422, 400), failure.messages);
  if (failure instanceof UnknownReference) {
    // A 404 on an update would make Terraform drop the object from its state.
    const status = method === 'POST' ? first(404, 400, 422) : first(400, 422);
    return new ApiError(status, [failure.message]);
  }
  throw failure;
}
