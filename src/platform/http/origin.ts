import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.js';

/** The public origin; forwarded headers are used only if they come from a trusted proxy. */
export function originOf(request: FastifyRequest, config: Config): string {
  return config.publicUrl ?? `${request.protocol}://${request.host}`;
}
