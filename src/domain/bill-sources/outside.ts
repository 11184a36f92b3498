import { lookup } from 'node:dns/promises';
import { createWriteStream } from 'node:fs';
import { BlockList, isIPv6 } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ImportError } from '../ingest/import-error.js';
import { AccessDenied } from './place.js';

const listSeconds = 60;
const downloadSeconds = 6 * 3600;

// Where clouds hand credentials to whoever asks from inside; no bill lies there.
const linkLocal = new BlockList();
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4');
linkLocal.addSubnet('fe80::', 10, 'ipv6');
linkLocal.addAddress('fd00:ec2::254', 'ipv6');

/** Refuses addresses that only the machine itself should ask. */
export async function refuseLinkLocal(address: string): Promise<void> {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
  const found = await lookup(host, { all: true }).catch((error: unknown) => {
    throw new ImportError(`The host ${host} is not known.`, [], { cause: error });
  });
  const isBlocked = found.some((each) =>
    linkLocal.check(each.address, isIPv6(each.address) ? 'ipv6' : 'ipv4'),
  );
  if (isBlocked) throw new ImportError(`The host ${host} is a link-local address.`);
}

export type Send = (address: string, init: RequestInit) => Promise<Response>;

/** A short answer as text. */
export async function readText(send: Send, address: string): Promise<string> {
  const answer = await request(send, address, AbortSignal.timeout(listSeconds * 1000));
  return answer.text();
}

/** A long answer as a file. */
export async function download(
  send: Send,
  address: string,
  path: string,
  signal?: AbortSignal,
): Promise<void> {
  const limit = AbortSignal.timeout(downloadSeconds * 1000);
  const answer = await request(send, address, signal ? AbortSignal.any([limit, signal]) : limit);
  const body = Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]);
  await pipeline(body, createWriteStream(path)).catch((error: unknown) => {
    throw new ImportError(`${placeOf(address)} broke off.`, [], { cause: error });
  });
}

async function request(send: Send, address: string, signal: AbortSignal): Promise<Response> {
  // A redirect could lead anywhere, also to where the guard did not look.
  const answer = await send(address, { signal, redirect: 'manual' }).catch((error: unknown) => {
    throw new ImportError(`${placeOf(address)} does not answer.`, [], { cause: error });
  });
  if (answer.ok) return answer;
  await answer.body?.cancel();
  const text = `${placeOf(address)} answered ${answer.status}${hints[answer.status] ?? ''}.`;
  throw answer.status === 401 || answer.status === 403
    ? new AccessDenied(text)
    : new ImportError(text);
}

const hints: Record<number, string> = {
  301: '; the region of the bucket is another one',
  307: '; the region of the bucket is another one',
  401: '; check the credentials',
  403: '; check the credentials and their rights',
  404: '; check the address',
};

/** The address without what is secret in it. */
function placeOf(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}
