import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.js';

/** The origin that the caller sees; forwarded headers count only when they come from a trusted proxy. */
export function originOf(request: FastifyRequest, config: Config): string {
  return config.publicUrl ?? `${request.protocol}://${request.host}`;
}
