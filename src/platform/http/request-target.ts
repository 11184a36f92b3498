import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

/**
 * The path and query of a request target, which may also be a whole URL (RFC 9112, 3.2.2).
 *
 * @example
 * toOriginForm('http://costs.example.com/v2/ping?x=1'); // '/v2/ping?x=1'
 */
export function toOriginForm(target: string): string {
  if (target.startsWith('/')) return target;
  const path = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/i.exec(target)?.[1] ?? target;
  return path.startsWith('/') ? path : `/${path}`;
}

/** Lets the router see origin-form targets only. */
export const rewriteTarget = (request: IncomingMessage) => toOriginForm(request.url ?? '/');

/** The decoded path of a request that the router has accepted. */
export const pathOf = (request: FastifyRequest) =>
  decodeURIComponent((request.raw.url ?? '').split('?')[0]!);
