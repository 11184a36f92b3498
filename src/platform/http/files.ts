import { basename, extname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { getUnsealed } from '../auth/sealed-files.js';
import { isValidFileUrl } from '../auth/signed-file-urls.js';
import { notFound } from '../lib/errors.js';
import type { Services } from '../kernel/services.js';

const contentTypes: Record<string, string> = {
  '.csv': 'text/csv; charset=utf-8',
  '.pdf': 'application/pdf',
};

/** `/files/…`: downloads through signed URLs. The signature is the credential. */
export function mountFiles(app: FastifyInstance, { vault, files }: Services): void {
  app.get<{ Params: { '*': string } }>(
    '/files/*',
    { config: { access: 'open' } },
    async (request, reply) => {
      const key = request.params['*'];
      const { searchParams } = new URL(request.raw.url ?? '', 'http://localhost');
      const [expires, signature] = ['expires', 'signature'].map((name) => searchParams.get(name));
      const url = { key, expires: expires ?? '', signature: signature ?? '' };
      const content = isValidFileUrl(vault, url, request.startedAt)
        ? await getUnsealed({ files, vault }, key)
        : undefined;
      if (!content) throw notFound('File');
      return reply
        .type(contentTypes[extname(key)] ?? 'application/octet-stream')
        .header('content-disposition', `attachment; filename="${basename(key)}"`)
        .send(content);
    },
  );
}
