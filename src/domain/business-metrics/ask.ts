import { requireAllowedHost, type SendRequest } from '../bill-sources/http-requests.js';
import { PullError } from './source.js';

const answerSeconds = 60;
const mostBytes = 32 * 1024 * 1024;

interface Asked {
  /** Who is asked, as people call it. */
  who: string;
  address: string;
  init?: RequestInit;
  send?: SendRequest;
}

export interface Told {
  status: number;
  // Each source checks what it reads of it.
  body: Record<string, unknown>;
}

/** A JSON answer from outside; refusals and silence become sentences. */
export async function askJson({ who, address, init, send = fetch }: Asked): Promise<Told> {
  await requireAllowedHost(address);
  const { host } = new URL(address);
  const signal = AbortSignal.timeout(answerSeconds * 1000);
  try {
    // A redirect could lead anywhere, also to where the guard did not look.
    const answer = await send(address, { ...init, signal, redirect: 'manual' });
    const text = await boundedText(answer, who);
    if (!answer.ok) throw refusal(who, answer.status, text);
    return { status: answer.status, body: parsed(text, who) };
  } catch (error) {
    if (error instanceof PullError) throw error;
    throw new PullError(`${who} does not answer at ${host}; check the address and the network.`, {
      cause: error,
    });
  }
}

async function boundedText(answer: Response, who: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > mostBytes) {
      throw new PullError(`${who} answers with more than ${mostBytes} bytes; narrow the query.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string, who: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Told below.
  }
  throw new PullError(`${who} did not answer with JSON; check the address.`);
}

function refusal(who: string, status: number, text: string): PullError {
  if (status === 401 || status === 403) {
    return new PullError(`${who} refused the credential (${status}); check it and its rights.`);
  }
  if (status === 429) {
    return new PullError(`${who} asks for fewer requests (429); the next pull tries again.`);
  }
  const reason = reasonIn(text);
  return new PullError(
    reason
      ? `${who} refused the query (${status}): ${reason}`
      : `${who} answered ${status}; check the address and the query.`,
  );
}

/** What the services say of their own refusals, shortened. */
function reasonIn(text: string): string {
  try {
    const { message, Message, errors, error } = JSON.parse(text) as Record<string, unknown>;
    const first = Array.isArray(errors) ? errors[0] : (message ?? Message ?? error);
    return typeof first === 'string' ? first.slice(0, 300) : '';
  } catch {
    return '';
  }
}
