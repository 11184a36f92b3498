import { ApiProblem } from './problem.js';
import { session } from './session.js';
import type { Answer, InputArguments, Method, Path } from './types.js';
import { expectedVersion, noteVersion } from './versions.js';
import { currentVisit, endVisit } from './visit.js';

type QueryValues = Record<string, string | number | boolean | readonly string[] | undefined>;

/** The parts of a request, not typed by its path. */
export interface RequestParts {
  path?: Record<string, string | number>;
  query?: QueryValues;
  body?: unknown;
  signal?: AbortSignal | undefined;
  keepalive?: boolean;
}

/** `/v2/teams/{team_token}` with its parameters filled in. */
export const fillPath = (path: string, values: RequestParts['path'] = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));

/** Appends a query; lists are repeated as `name[]`. */
function withQuery(path: string, query: QueryValues = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    if (typeof value === 'object') value.forEach((each) => parameters.append(`${name}[]`, each));
    else parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text ? `${path}?${text}` : path;
}

/**
 * Sends a request with the user's session. Throws `ApiProblem` with the messages of the API. If the session
 * has expired, nothing was done: the request is sent again when the user has logged in over the page.
 */
export async function send(method: Method, path: string, parts: RequestParts = {}) {
  const object = fillPath(path, parts.path);
  const isOfSession = object.startsWith('/console/session');
  const ifMatch = method === 'get' ? undefined : expectedVersion(object);
  for (;;) {
    const { response, text } = await request(method, object, parts, ifMatch);
    if (response.ok) {
      if (!isOfSession) session.markInUse();
      noteVersion(object, response.headers.get('etag'), method !== 'get');
      const body = (text === '' ? undefined : JSON.parse(text)) as unknown;
      return { body, headers: response.headers };
    }
    const problem = problemOf(response, text, object);
    if (isOfSession || !isExpired(problem)) throw problem;
    if (currentVisit()) {
      endVisit();
      throw problem;
    }
    session.expire();
    if (session.state() !== 'expired-in-use') throw problem;
    await session.renewed(parts.signal).catch(() => {
      throw problem;
    });
  }
}

async function request(method: Method, object: string, parts: RequestParts, ifMatch?: string) {
  const { query, body, signal, keepalive } = parts;
  const response = await fetch(withQuery(object, query), {
    method: method.toUpperCase(),
    headers: { ...headersFor(method, object, body), ...(ifMatch ? { 'if-match': ifMatch } : {}) },
    ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
    ...(keepalive ? { keepalive } : {}),
  });
  return { response, text: await response.text() };
}

function headersFor(method: Method, object: string, body: unknown): Record<string, string> {
  const visit = object.startsWith('/console/session') ? undefined : currentVisit();
  if (visit) return { authorization: `Bearer ${visit.secret}`, ...contentType(body) };
  const csrf = method === 'get' ? undefined : session.get()?.csrf_token;
  return { ...(csrf ? { 'x-csrf-token': csrf } : {}), ...contentType(body) };
}

const isExpired = ({ status, messages }: ApiProblem): boolean =>
  status === 401 || (messages[0]?.startsWith('The X-CSRF-Token') ?? false);

const isRaw = (body: unknown): body is Blob | FormData =>
  body instanceof Blob || body instanceof FormData;

/** The browser sets the content type of a form, because it chooses the boundary. */
function contentType(body: unknown): Record<string, string> {
  if (body === undefined || body instanceof FormData) return {};
  return {
    'content-type': body instanceof Blob ? 'application/octet-stream' : 'application/json',
  };
}

function problemOf(response: Response, text: string, object: string): ApiProblem {
  const messages = messagesOf(text) ?? ['The server sent an unreadable response. Try again.'];
  return new ApiProblem(response.status, messages, response.headers.get('x-request-id'), object);
}

function messagesOf(text: string): string[] | undefined {
  try {
    const { errors } = JSON.parse(text) as { errors?: string[] };
    return Array.isArray(errors) && errors.length > 0 ? errors : undefined;
  } catch {
    return undefined;
  }
}

const sender =
  <M extends Method>(method: M) =>
  async <P extends Path<M>>(path: P, ...[input]: InputArguments<M, P>): Promise<Answer<P, M>> =>
    (await send(method, path, input)).body as Answer<P, M>;

/** The API, typed by path: `api.put('/v2/teams/{team_token}', { path: { team_token }, body })`. */
export const api = {
  get: sender('get'),
  post: sender('post'),
  put: sender('put'),
  delete: sender('delete'),
};

/** A GET that also returns the response headers. */
export async function getWithHeaders<P extends Path<'get'>>(
  path: P,
  ...[input]: InputArguments<'get', P>
): Promise<{ body: Answer<P>; headers: Headers }> {
  const { body, headers } = await send('get', path, input);
  return { body: body as Answer<P>, headers };
}
