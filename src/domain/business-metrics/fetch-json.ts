import { requireAllowedHost, type SendRequest } from '../bill-sources/http-requests.js';
import { PullError } from './pull-error.js';

const timeoutSeconds = 60;
const maxBytes = 32 * 1024 * 1024;

interface JsonRequest {
  /** Name of the service for error messages. */
  service: string;
  url: string;
  init?: RequestInit;
  send?: SendRequest;
}

export interface JsonResponse {
  status: number;
  // Each source validates the parts it reads.
  body: Record<string, unknown>;
}

/** Fetches JSON from an external service; failures become PullErrors. */
export async function fetchJson(request: JsonRequest): Promise<JsonResponse> {
  const { service, url, init, send = fetch } = request;
  await requireAllowedHost(url);
  const { host } = new URL(url);
  const signal = AbortSignal.timeout(timeoutSeconds * 1000);
  try {
    // A redirect could lead to an address that the link-local check has not seen.
    const response = await send(url, { ...init, signal, redirect: 'manual' });
    const text = await readLimited(response, service);
    if (!response.ok) throw responseError(service, response.status, text);
    return { status: response.status, body: parseObject(text, service) };
  } catch (error) {
    if (error instanceof PullError) throw error;
    throw new PullError(
      `${service} did not respond at ${host}; check the endpoint and the network.`,
      { cause: error },
    );
  }
}

async function readLimited(response: Response, service: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      throw new PullError(`${service} returned more than ${maxBytes} bytes; narrow the query.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseObject(text: string, service: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  throw new PullError(`${service} did not return JSON; check the endpoint.`);
}

function responseError(service: string, status: number, text: string): PullError {
  if (status === 401 || status === 403) {
    return new PullError(
      `${service} rejected the credential (${status}); check it and its permissions.`,
    );
  }
  if (status === 429) {
    return new PullError(`${service} limits the request rate (429); the next pull will retry.`);
  }
  const reason = reasonIn(text);
  return new PullError(
    reason
      ? `${service} rejected the query (${status}): ${reason}`
      : `${service} returned status ${status}; check the endpoint and the query.`,
  );
}

/** The error message in a response, shortened. */
function reasonIn(text: string): string {
  try {
    const { message, Message, errors, error } = JSON.parse(text) as Record<string, unknown>;
    const first = Array.isArray(errors) ? errors[0] : (message ?? Message ?? error);
    return typeof first === 'string' ? first.slice(0, 300) : '';
  } catch {
    return '';
  }
}
