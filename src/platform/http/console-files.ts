import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../lib/errors.js';

/** Where the build puts the console: beside the compiled server. */
const builtConsole = fileURLToPath(new URL('../../web', import.meta.url));

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};
/** Best first; the build packs every asset in both. */
const packings = { br: '.br', gzip: '.gz' };

/** Paths that belong to programs: what is unknown there stays a JSON 404. */
const programPaths = /^\/(v\d+|console|oauth|files|assets)(\/|\?|$)/;
/** What the build leaves in index.html for the nonce of each answer. */
const noncePlaceholder = /__NONCE__/g;

type Page = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;

/**
 * Serves the built console: its assets, and its one page at `/`. Returns what answers other paths that a
 * person opens in a browser, because the console finds its own way from there.
 */
export function mountConsole(app: FastifyInstance, folder = builtConsole): Page {
  if (!existsSync(join(folder, 'index.html'))) return () => undefined;
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const assets = readAssets(join(folder, 'assets'));
  app.get('/', (_request, reply) => sendPage(reply, html));
  app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
    const asset = assets.get(request.params.name);
    if (!asset) throw notFound('Asset');
    return sendAsset(request, reply, asset);
  });
  return (request, reply) => (isVisit(request) ? sendPage(reply, html) : undefined);
}

function isVisit({ method, raw, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return !programPaths.test(raw.url ?? '') && /\btext\/html\b/.test(headers.accept ?? '');
}

interface Asset {
  type: string;
  plain: Buffer;
  packed: Map<string, Buffer>;
}

/** All of them in memory: a few megabytes, and no path of a request ever reaches the disk. */
function readAssets(folder: string): Map<string, Asset> {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const assets = new Map<string, Asset>();
  for (const name of names) {
    const type = contentTypes[extname(name)];
    if (!type) continue;
    const packed = Object.entries(packings)
      .filter(([, suffix]) => names.includes(name + suffix))
      .map(([coding, suffix]) => [coding, readFileSync(join(folder, name + suffix))] as const);
    assets.set(name, { type, plain: readFileSync(join(folder, name)), packed: new Map(packed) });
  }
  return assets;
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  const accepted = [request.headers['accept-encoding']].flat().join();
  const coding = [...asset.packed.keys()].find((each) =>
    new RegExp(`\\b${each}\\b`).test(accepted),
  );
  if (coding) reply.header('content-encoding', coding);
  return reply
    .headers({
      // The name holds a hash of the content.
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    })
    .type(asset.type)
    .send(coding ? asset.packed.get(coding) : asset.plain);
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .headers({
      'cache-control': 'no-cache',
      'content-security-policy': policy(nonce),
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
    .type('text/html; charset=utf-8')
    .send(html.replace(noncePlaceholder, nonce));
}

/** Scripts come from here alone; styles made at run time carry the nonce of the page. */
function policy(nonce: string): string {
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
