import type { FastifyInstance, RequestPayload } from 'fastify';
import { createGunzip } from 'node:zlib';
import { ApiError, badRequest } from '../lib/errors.js';
import { limitStream } from '../lib/limit-stream.js';

/** Decompresses gzip bodies up to the body limit of their route, for callers with a credential only. */
export function inflateBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async (request, reply, body) => {
    const encoding = request.headers['content-encoding'] ?? 'identity';
    const isIgnored = request.method === 'GET' || request.method === 'HEAD';
    if (isIgnored || encoding === 'identity') return body;
    if (request.routeOptions.config.access === 'open') throw notSupported('none');
    if (encoding !== 'gzip') throw notSupported('gzip or none');
    const inflated = inflate(body, request.routeOptions.bodyLimit);
    // An operation may respond without reading its body.
    reply.raw.once('close', () => inflated.destroy());
    return inflated;
  });
}

const notSupported = (supported: string) =>
  new ApiError(415, [`The content encoding is not supported; send ${supported}`]);

/**
 * Inflates a body and stops at the limit. The rest of the body is then read without being inflated, because
 * clients read the response only after they have sent everything.
 */
function inflate(body: RequestPayload, maxBytes: number): RequestPayload {
  const gunzip = createGunzip();
  const inflated: RequestPayload = limitStream(maxBytes);
  // Fastify compares it with the Content-Length header.
  inflated.receivedEncodedLength = 0;
  body.on('data', (chunk: Buffer) => {
    inflated.receivedEncodedLength! += chunk.length;
  });
  body.once('error', (error) => inflated.destroy(error));
  gunzip.once('error', () => inflated.destroy(badRequest('Request body is not valid gzip data')));
  inflated.once('close', () => {
    body.unpipe(gunzip);
    gunzip.destroy();
    body.resume();
  });
  body.pipe(gunzip).pipe(inflated as NodeJS.WritableStream & RequestPayload);
  return inflated;
}
