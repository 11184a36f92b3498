import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { describeOpenApi } from '../description/openapi.js';
import { referencePage } from '../description/reference-page.js';
import type { Config } from '../config.js';
import type { Operation } from '../kernel/operation.js';
import { version } from '../version.js';
import { originOf } from './origin.js';

/** `/docs`: the API reference. It needs no credential, because it contains no customer data. */
export function mountDocs(
  app: FastifyInstance,
  operations: readonly Operation[],
  config: Config,
): void {
  app.get('/docs', { config: { access: 'open' } }, async (request, reply) => {
    const html = referencePage(
      describeOpenApi({ operations, origin: originOf(request, config), version }),
    );
    const css = /<style>([^]*?)<\/style>/.exec(html)![1]!;
    const hash = createHash('sha256').update(css).digest('base64');
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'`,
      )
      .send(html);
  });
}
