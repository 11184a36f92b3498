import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../lib/log.js';
import type { Tracing } from '../telemetry/tracing.js';
import { sendError, toApiError } from './errors.js';

/** Handles a request as a span, from its arrival on. Errors are answered here, because the span has their status. */
export function traceRequest(
  { tracing, log }: { tracing: Tracing; log: Log },
  request: FastifyRequest,
  reply: FastifyReply,
  handle: () => Promise<unknown>,
): Promise<unknown> {
  const { method } = request;
  const route = request.routeOptions.url ?? '';
  const { traceparent } = request.headers;
  const attributes = {
    'http.request.method': method,
    'http.route': route,
    'farthing.request_id': request.id,
  };
  return tracing.span(
    {
      name: `${method} ${route}`,
      attributes,
      startedAt: Date.now() - reply.elapsedTime,
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    },
    async (set) => {
      const answer = await handle().catch((error: unknown) =>
        sendError(reply, toApiError(error, log)),
      );
      const { statusCode } = reply;
      set({
        'http.response.status_code': statusCode,
        ...(statusCode >= 500 && { 'error.type': String(statusCode) }),
      });
      return answer;
    },
  );
}
