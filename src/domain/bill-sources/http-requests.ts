import { lookup } from 'node:dns/promises';
import { createWriteStream } from 'node:fs';
import { BlockList, isIPv6 } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ImportError } from '../ingest/import-error.js';
import { AccessDenied } from './bill-source.js';

const listTimeoutSeconds = 60;
const downloadTimeoutSeconds = 6 * 3600;

// Cloud metadata services on these addresses hand out credentials to any local process.
const linkLocal = new BlockList();
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4');
linkLocal.addSubnet('fe80::', 10, 'ipv6');
linkLocal.addAddress('fd00:ec2::254', 'ipv6');

/** Throws if the host of a URL resolves to a link-local address, where cloud metadata services listen. */
export async function requireAllowedHost(url: string): Promise<void> {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const resolved = await lookup(host, { all: true }).catch((error: unknown) => {
    throw new ImportError(`The host ${host} cannot be resolved.`, [], { cause: error });
  });
  const isBlocked = resolved.some(({ address }) =>
    linkLocal.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'),
  );
  if (isBlocked) throw new ImportError(`The host ${host} is a link-local address.`);
}

export type SendRequest = (url: string, init: RequestInit) => Promise<Response>;

/** Reads a short response body as text. */
export async function readText(send: SendRequest, url: string): Promise<string> {
  const response = await request(send, url, AbortSignal.timeout(listTimeoutSeconds * 1000));
  return response.text();
}

/** Downloads a response body to a file. */
export async function download(
  send: SendRequest,
  url: string,
  path: string,
  signal?: AbortSignal,
): Promise<void> {
  const timeout = AbortSignal.timeout(downloadTimeoutSeconds * 1000);
  const response = await request(send, url, signal ? AbortSignal.any([timeout, signal]) : timeout);
  const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
  await pipeline(body, createWriteStream(path)).catch((error: unknown) => {
    throw new ImportError(`The download of ${withoutQuery(url)} was interrupted.`, [], {
      cause: error,
    });
  });
}

async function request(send: SendRequest, url: string, signal: AbortSignal): Promise<Response> {
  // A redirect could lead to a host that requireAllowedHost would have blocked.
  const response = await send(url, { signal, redirect: 'manual' }).catch((error: unknown) => {
    throw new ImportError(`${withoutQuery(url)} does not respond.`, [], { cause: error });
  });
  if (response.ok) return response;
  await response.body?.cancel();
  const message = `${withoutQuery(url)} returned HTTP ${response.status}${hints[response.status] ?? ''}.`;
  throw response.status === 401 || response.status === 403
    ? new AccessDenied(message)
    : new ImportError(message);
}

const hints: Record<number, string> = {
  301: '; the bucket is in a different region',
  307: '; the bucket is in a different region',
  401: '; check the credentials',
  403: '; check the credentials and their permissions',
  404: '; check the URL',
};

/** Query strings may contain signatures, which must not appear in messages. */
function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
