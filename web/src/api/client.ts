import { ApiProblem } from './problem.js';
import { session } from './session.js';

export type Query = Record<string, string | number | boolean | readonly string[] | undefined>;

/** A path with its parameters; lists are repeated as `name[]`. */
function pathOf(path: string, query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    if (typeof value === 'object') value.forEach((each) => parameters.append(`${name}[]`, each));
    else parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text ? `${path}?${text}` : path;
}

interface Options {
  query?: Query;
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** Lets a request outlive its page. */
  keepalive?: boolean;
}

export interface Answer<Body> {
  body: Body;
  headers: Headers;
}

/** Asks the API as the person signed in. Throws `ApiProblem` with the API's own words. */
export async function ask<Body>(
  method: string,
  path: string,
  { query, body, signal, keepalive }: Options = {},
): Promise<Answer<Body>> {
  const answer = await fetch(pathOf(path, query), {
    method,
    headers: headersFor(method, body),
    ...(body === undefined ? {} : { body: isSentAsIs(body) ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
    ...(keepalive ? { keepalive } : {}),
  });
  const text = await answer.text();
  if (!answer.ok) throw problemOf(answer, text);
  return { body: (text === '' ? undefined : JSON.parse(text)) as Body, headers: answer.headers };
}

function headersFor(method: string, body: unknown): Record<string, string> {
  const csrf = method === 'GET' ? undefined : session.get()?.csrf_token;
  return { ...(csrf ? { 'x-csrf-token': csrf } : {}), ...typeOf(body) };
}

const isSentAsIs = (body: unknown): body is Blob | FormData =>
  body instanceof Blob || body instanceof FormData;

/** A form's type names its boundary, which only the browser knows. */
function typeOf(body: unknown): Record<string, string> {
  if (body === undefined || body instanceof FormData) return {};
  return {
    'content-type': body instanceof Blob ? 'application/octet-stream' : 'application/json',
  };
}

function problemOf(answer: Response, text: string): ApiProblem {
  const messages = messagesOf(text) ?? ['The server gave no readable answer; try again.'];
  const isOurs = !answer.url.endsWith('/console/session');
  const hasEnded = answer.status === 401 || messages[0]?.startsWith('The X-CSRF-Token');
  if (isOurs && hasEnded) session.end({ byItself: true });
  return new ApiProblem(answer.status, messages, answer.headers.get('x-request-id'));
}

function messagesOf(text: string): string[] | undefined {
  try {
    const { errors } = JSON.parse(text) as { errors?: string[] };
    return Array.isArray(errors) && errors.length > 0 ? errors : undefined;
  } catch {
    return undefined;
  }
}

const bodyOf = async <Body>(answer: Promise<Answer<Body>>): Promise<Body> => (await answer).body;

export const api = {
  get: <Body>(path: string, query?: Query, signal?: AbortSignal) =>
    bodyOf(ask<Body>('GET', path, { ...(query ? { query } : {}), signal })),
  post: <Body>(path: string, body?: unknown, query?: Query) =>
    bodyOf(ask<Body>('POST', path, { body, ...(query ? { query } : {}) })),
  put: <Body>(path: string, body: unknown) => bodyOf(ask<Body>('PUT', path, { body })),
  delete: (path: string, options: Pick<Options, 'keepalive'> = {}) =>
    bodyOf(ask<undefined>('DELETE', path, options)),
};
