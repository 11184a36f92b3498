import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../lib/errors.js';

/** The build puts the console beside the compiled server. */
const builtConsole = fileURLToPath(new URL('../../web', import.meta.url));

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
/** File suffixes by content encoding, best first; the build compresses every asset with both. */
const encodingSuffixes = { br: '.br', gzip: '.gz' };

/** Paths that are not pages of the console: unknown ones return a JSON 404. */
const nonPagePaths = /^\/(v\d+|console|oauth|files|assets)(\/|\?|$)/;
/** Placeholder in the built index.html for the nonce of each response. */
const noncePlaceholder = /__NONCE__/g;

/** Serves the page of the console if a browser asks for one. */
export type PageHandler = (
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | undefined;

/**
 * Serves the built console: its assets, and its page at `/`. Returns a handler for all other paths opened
 * in a browser, which serves the same page because the console routes on the client.
 */
export function mountConsole(app: FastifyInstance, folder = builtConsole): PageHandler {
  if (!existsSync(join(folder, 'index.html'))) return () => undefined;
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const assets = readAssets(join(folder, 'assets'));
  app.get('/', { config: { access: 'open' } }, (_request, reply) => sendPage(reply, html));
  app.get<{ Params: { name: string } }>(
    '/assets/:name',
    { config: { access: 'open' } },
    (request, reply) => {
      const asset = assets.get(request.params.name);
      if (!asset) throw notFound('Asset');
      return sendAsset(request, reply, asset);
    },
  );
  return (request, reply) => (isPageRequest(request) ? sendPage(reply, html) : undefined);
}

function isPageRequest({ method, raw, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return !nonPagePaths.test(raw.url ?? '') && /\btext\/html\b/.test(headers.accept ?? '');
}

interface Asset {
  type: string;
  plain: Buffer;
  /** Compressed content by content encoding. */
  compressed: Map<string, Buffer>;
}

/** Reads all assets into memory: they are a few megabytes, and request paths never reach the disk. */
function readAssets(folder: string): Map<string, Asset> {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const assets = new Map<string, Asset>();
  for (const name of names) {
    const type = contentTypes[extname(name)];
    if (!type) continue;
    const compressed = Object.entries(encodingSuffixes)
      .filter(([, suffix]) => names.includes(name + suffix))
      .map(([encoding, suffix]) => [encoding, readFileSync(join(folder, name + suffix))] as const);
    const plain = readFileSync(join(folder, name));
    assets.set(name, { type, plain, compressed: new Map(compressed) });
  }
  return assets;
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  const accepted = [request.headers['accept-encoding']].flat().join();
  const encoding = [...asset.compressed.keys()].find((each) =>
    new RegExp(`\\b${each}\\b`).test(accepted),
  );
  if (encoding) reply.header('content-encoding', encoding);
  return reply
    .headers({
      // The file name contains a hash of the content.
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    })
    .type(asset.type)
    .send(encoding ? asset.compressed.get(encoding) : asset.plain);
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .headers({
      'cache-control': 'no-cache',
      'content-security-policy': contentSecurityPolicy(nonce),
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
    .type('text/html; charset=utf-8')
    .send(html.replace(noncePlaceholder, nonce));
}

/** Scripts are allowed from this origin only; styles created at run time carry the nonce of the page. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
