import { lookup as resolveHost, type LookupAddress } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { addressPolicy } from './address-policy.js';

export interface OutboundRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | URLSearchParams | Blob | Readable;
  /** Ends the request, and the reading of its response: every outbound request has a timeout. */
  signal: AbortSignal;
}

/** Sends a request and returns the response, whatever its status; redirects are not followed. */
export type SendRequest = (url: string, request: OutboundRequest) => Promise<Response>;

/** The address of a host is one that requests are not sent to. */
export class AddressRefused extends Error {
  constructor(host: string, address: string) {
    const name = host === address ? host : `${host} (${address})`;
    super(`${name} is not a public address; allow it with FARTHING_OUTBOUND_NETWORKS.`);
  }
}

/** Sends a request to an address that the operator or this program chose. */
export const sendTrusted: SendRequest = (url, request) => send(url, request);

/**
 * Returns a function that sends requests to addresses that users chose: only to public ones and to those
 * in `networks`. A host is resolved once, and the connection uses the address that was checked.
 */
export function openSender(
  networks: readonly string[],
  resolve: typeof resolveHost = resolveHost,
): SendRequest {
  const isAllowed = addressPolicy(networks);
  const requireAllowed = (host: string, addresses: readonly LookupAddress[]) => {
    const refused = addresses.find(({ address }) => !isAllowed(address));
    return refused && new AddressRefused(host, refused.address);
  };
  const lookup: LookupFunction = (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const failure = error ?? requireAllowed(host, addresses);
      if (failure) return done(failure, []);
      if (options.all) return done(null, addresses);
      done(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
  return async (url, request) => {
    // Addresses are not looked up.
    const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
    const refused = isIP(host) ? requireAllowed(host, [{ address: host, family: 0 }]) : undefined;
    if (refused) throw refused;
    return send(url, request, lookup);
  };
}

function send(
  url: string,
  { method = 'GET', headers = {}, body, signal }: OutboundRequest,
  lookup?: LookupFunction,
): Promise<Response> {
  const request = (url.startsWith('https:') ? httpsRequest : httpRequest)(url, {
    method,
    headers: { ...describeBody(body), ...headers },
    signal,
    lookup,
    // A connection of its own, so that none is reused whose address was not checked.
    agent: false,
  });
  return new Promise<Response>((resolve, reject) => {
    request.once('error', reject);
    request.once('response', (incoming) => {
      const status = incoming.statusCode ?? 0;
      const hasBody = ![204, 205, 304].includes(status);
      if (!hasBody) incoming.resume();
      const content = hasBody ? (Readable.toWeb(incoming) as ReadableStream) : null;
      try {
        resolve(new Response(content, { status, headers: responseHeaders(incoming.rawHeaders) }));
      } catch (error) {
        incoming.destroy();
        reject(error);
      }
    });
    // Failures are events of the request. A response may arrive before the whole body is sent.
    pipeline(asStream(body), request).catch(() => undefined);
  });
}

type Body = OutboundRequest['body'];

function describeBody(body: Body): Record<string, string> {
  if (body instanceof Blob) return { 'content-length': String(body.size) };
  if (body === undefined || body instanceof Readable) return {};
  const isForm = body instanceof URLSearchParams;
  return {
    'content-length': String(Buffer.byteLength(String(body))),
    ...(isForm && { 'content-type': 'application/x-www-form-urlencoded' }),
  };
}

function asStream(body: Body): Readable {
  if (body instanceof Readable) return body;
  if (body instanceof Blob) return Readable.fromWeb(body.stream());
  return Readable.from(body === undefined ? [] : [Buffer.from(String(body))]);
}

function responseHeaders(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let index = 0; index < raw.length; index += 2) headers.append(raw[index]!, raw[index + 1]!);
  return headers;
}
