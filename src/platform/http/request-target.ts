import type { FastifyRequest } from 'fastify';

/**
 * The path and query of a request, whose target may also be a whole URL (RFC 9112, 3.2.2): for
 * `http://costs.example.com/v2/ping?x=1` it is `/v2/ping?x=1`.
 */
export function rewriteTarget({ url: target = '/' }: FastifyRequest['raw']): string {
  if (target.startsWith('/')) return target;
  const path = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/i.exec(target)?.[1] ?? target;
  return path.startsWith('/') ? path : `/${path}`;
}
