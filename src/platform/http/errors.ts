import type { FastifyError, FastifyReply } from 'fastify';
import { ApiError, unavailable } from '../lib/errors.js';
import type { Log } from '../lib/log.js';
import { isStoreOutage } from '../store/database.js';
import { isDiskFull } from '../store/disk-space.js';

/** Turns any error into one that the caller may read; details of internal errors only go to the log. */
export function toApiError(error: unknown, log: Log): ApiError {
  if (error instanceof ApiError) return error;
  if (isDiskFull(error)) {
    log.warn((error as Error).message);
    return unavailable('The disk of the server is nearly full; nothing was changed.', 60);
  }
  if (isStoreOutage(error)) {
    log.warn({ err: error }, 'a store is unreachable');
    // If the connection broke during the commit, the outcome is unknown.
    return unavailable(
      'The storage is currently unreachable; a change may or may not have been saved. Try again.',
    );
  }
  const framework = frameworkError(error as FastifyError);
  if (framework) return framework;
  log.error({ err: error }, 'unexpected error');
  return new ApiError(500, ['Internal server error.']);
}

function frameworkError(error: FastifyError): ApiError | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError(413, ['Request body is too large']);
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new ApiError(400, ['Request body length does not match the Content-Length header']);
    case 'FST_ERR_BAD_URL':
      return new ApiError(400, ['The path is not valid percent-encoded UTF-8']);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError(415, ['The content type is not supported; send application/json']);
    case 'FST_CP_ERR_INVALID_CONTENT':
      return new ApiError(400, ['Request body is not valid gzip data']);
    case 'FST_CP_ERR_INVALID_CONTENT_ENCODING':
      return new ApiError(415, ['The content encoding is not supported; send gzip or none']);
    default:
      return undefined;
  }
}

/** Sends an error with its status, headers and messages. */
export function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  return reply.code(error.status).headers(error.headers).send({ errors: error.messages });
}
