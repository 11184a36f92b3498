import { ApiError } from '../../../platform/lib/errors.js';

const publicMessages = {
  401: 'Single sign-on failed; try again, or ask an owner of your account for help',
  403: 'You cannot log in with this identity; ask an owner of your account for help',
};

/** A log-in that failed. The reason is for owners and the log, never for whoever tries to log in. */
export class SsoFailure extends Error {
  constructor(
    readonly reason: string,
    readonly status: keyof typeof publicMessages = 401,
  ) {
    super(reason);
  }

  toApiError(): ApiError {
    return new ApiError(this.status, [publicMessages[this.status]]);
  }
}

/** An error of a library or of the network as one that the log-in ends with. */
export function asSsoFailure(error: unknown): SsoFailure {
  if (error instanceof SsoFailure) return error;
  return new SsoFailure(reasonOf(error));
}

/** Libraries wrap the error that says why. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error.message}${cause}`.slice(0, 500);
}
