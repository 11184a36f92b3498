import { ResponseTooLarge, readLimited } from '../../../../platform/outbound/read-limited.js';
import { AddressRefused, type SendRequest } from '../../../../platform/outbound/send-request.js';
import { type Post, cut } from './notice.js';

const maxResponseBytes = 64 * 1024;
const maxReasonCharacters = 200;

/** A message may not have arrived; the text is one sentence for people, without secrets. */
export class DeliveryFailed extends Error {
  constructor(
    message: string,
    /** The least delay that the receiver asks for. */
    readonly retryAfterSeconds = 0,
  ) {
    super(message);
  }
}

interface Attempt {
  sendRequest: SendRequest;
  token: string;
  now: Date;
  timeoutSeconds: number;
  /** Left out of what receivers say. */
  secret: string | undefined;
}

/** Returns a function that sends the requests of one attempt, all of them within its timeout. */
export function openPost({ sendRequest, token, now, timeoutSeconds, secret }: Attempt): Post {
  const signal = AbortSignal.timeout(timeoutSeconds * 1000);
  return async ({ url, headers, body }) => {
    const { host } = new URL(url);
    const exchange = async () => {
      const response = await sendRequest(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': token, ...headers },
        body,
        signal,
      });
      // A response that breaks off may come from a receiver that has not stored the message.
      return { response, text: await readLimited(response, maxResponseBytes) };
    };
    const { response, text } = await exchange().catch((error: unknown) => {
      const isLate = signal.aborted;
      throw new DeliveryFailed(
        isLate ? `${host} did not respond within ${timeoutSeconds} seconds.` : explain(host, error),
      );
    });
    if (response.ok) return text;
    const reason = reasonIn(text);
    const said = reason && `: ${secret ? reason.replaceAll(secret, '…') : reason}`;
    throw new DeliveryFailed(
      `${host} answered with status ${response.status}${said}.`,
      retryAfterSeconds(response.headers.get('retry-after'), now),
    );
  };
}

/** A response as an object; a page for people, such as a login, is none. */
export function parseResponse<Body extends object>(text: string): Partial<Body> {
  try {
    return Object(JSON.parse(text)) as Partial<Body>;
  } catch {
    throw new DeliveryFailed('The receiver did not answer with JSON.');
  }
}

function explain(host: string, error: unknown): string {
  if (error instanceof AddressRefused || error instanceof ResponseTooLarge) return error.message;
  const { message, code } = error as { message?: string; code?: string };
  return `The request to ${host} failed: ${message || code || 'the connection ended'}.`;
}

/**
 * What a receiver says about a refused request, as Slack, Jira and PagerDuty say it. Other text is left
 * out: the address may be one whose content the user must not read.
 */
function reasonIn(text: string): string {
  if (/^[a-z_]{1,60}$/.test(text)) return text;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return '';
  }
  const { error, message, errors, errorMessages } = Object(body) as Record<string, unknown>;
  const said = [error, message, errorMessages, errors].flatMap((value) =>
    typeof value === 'object' && value !== null ? Object.values(value) : [value],
  );
  const texts = said.filter((value): value is string => typeof value === 'string');
  return cut(texts.join('; '), maxReasonCharacters).replace(/\.$/, '');
}

/** The delay of a `Retry-After` header: seconds, or a date. */
export function retryAfterSeconds(header: string | null, now: Date): number {
  if (header === null) return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const seconds = (Date.parse(header) - now.getTime()) / 1000;
  return seconds > 0 ? seconds : 0;
}
