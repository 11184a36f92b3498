import { isIP } from 'node:net';
import type { Services } from '../../../platform/kernel/services.js';
import { addressesIn } from '../../../platform/outbound/address-policy.js';
import { readLimited } from '../../../platform/outbound/read-limited.js';
import { SsoFailure } from './sso-failure.js';

const timeoutMs = 10_000;
const maxResponseBytes = 4 * 2 ** 20;

interface ProviderRequest {
  method: string;
  headers: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
}

/**
 * Sends a request to an identity provider, whose address an owner chose: over HTTPS, or to an address that
 * the operator has opened by FARTHING_OUTBOUND_NETWORKS.
 */
export async function sendToProvider(
  { config, sendRequest }: Pick<Services, 'config' | 'sendRequest'>,
  url: string,
  { method, headers, body, signal }: ProviderRequest,
): Promise<Response> {
  if (!isProviderUrl(url, config.outboundNetworks)) {
    throw new SsoFailure(`${url} must start with https://`);
  }
  const timeout = AbortSignal.timeout(timeoutMs);
  const response = await sendRequest(url, {
    method,
    headers,
    ...(body instanceof URLSearchParams || typeof body === 'string' ? { body } : {}),
    signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
  });
  const text = await readLimited(response, maxResponseBytes);
  return new Response(text || null, { status: response.status, headers: response.headers });
}

/** Whether an identity provider may have this address. */
export function isProviderUrl(text: string, networks: readonly string[]): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username || password) return false;
  if (protocol === 'https:') return true;
  const host = hostname.replace(/^\[|\]$/g, '');
  return protocol === 'http:' && isIP(host) > 0 && addressesIn(networks)(host);
}
