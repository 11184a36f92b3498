import { ResponseTooLarge, readLimited } from '../../../platform/outbound/read-limited.js';
import {
  AddressRefused,
  type OutboundRequest,
  type SendRequest,
} from '../../../platform/outbound/send-request.js';
import { PullError } from './pull-error.js';

const timeoutSeconds = 60;
const maxBytes = 32 * 1024 * 1024;

interface JsonRequest {
  /** Name of the service for error messages. */
  service: string;
  url: string;
  init?: Omit<OutboundRequest, 'signal'>;
  send: SendRequest;
}

export interface JsonResponse {
  status: number;
  // Each source validates the parts it reads.
  body: Record<string, unknown>;
}

/** Fetches JSON from an external service; failures become PullErrors. */
export async function fetchJson(request: JsonRequest): Promise<JsonResponse> {
  const { service, url, init, send } = request;
  const signal = AbortSignal.timeout(timeoutSeconds * 1000);
  try {
    const response = await send(url, { ...init, signal });
    const text = await readLimited(response, maxBytes);
    if (!response.ok) throw responseError(service, response.status, text);
    return { status: response.status, body: parseObject(text, service) };
  } catch (error) {
    throw error instanceof PullError ? error : requestError(service, url, error);
  }
}

function requestError(service: string, url: string, cause: unknown): PullError {
  if (cause instanceof AddressRefused) return new PullError(cause.message, { cause });
  const message =
    cause instanceof ResponseTooLarge
      ? `${service} returned more than ${maxBytes} bytes; narrow the query.`
      : `${service} did not respond at ${new URL(url).host}; check the endpoint and the network.`;
  return new PullError(message, { cause });
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
