import type { App } from '../app.js';
import { Reply } from '../platform/kernel/operation.js';
import { operatorContext } from '../platform/kernel/operator-context.js';
import { parseQueryString, pickQuery } from '../platform/kernel/query-string.js';
import { validate } from '../platform/kernel/validate.js';
import { ApiError, ShapeFailure } from '../platform/lib/errors.js';
import { sendTrusted } from '../platform/outbound/send-request.js';
import { CommandFailure } from './command.js';

/** Sends a GET to the API and returns its body: in this process, or over HTTP. */
export type Ask = (
  path: string,
  query?: URLSearchParams,
  request?: AskedRequest,
) => Promise<unknown>;

/** What differs from a GET of a path without parameters. */
interface AskedRequest {
  method?: 'POST';
  /** Values of the path's parameters: `/v2/channels/{channel_token}/test`. */
  params?: Record<string, string>;
}

/** Asks the API of an open installation, as the operator. */
export function askApp(app: App, signal?: AbortSignal): Ask {
  return async (path, query = new URLSearchParams(), { method = 'GET', params = {} } = {}) => {
    const operation = app.operations.find((each) => each.method === method && each.path === path);
    if (!operation) throw new Error(`There is no operation ${method} ${path}`);
    signal?.throwIfAborted();
    const url = `${path}?${query.toString()}`;
    const ctx = { ...(await operatorContext(app)), url };
    try {
      const picked = operation.query
        ? validate(operation.query, pickQuery(operation.query, parseQueryString(url)))
        : {};
      const answer = await operation.run({ params, query: picked, body: {} }, ctx);
      return answer instanceof Reply ? answer.body : answer;
    } catch (error) {
      if (error instanceof ShapeFailure || error instanceof ApiError) {
        throw new CommandFailure(sentenceOf(error.messages));
      }
      throw error;
    }
  };
}

const requestTimeoutMs = 60_000;

/** Asks the API of a remote server with a token. */
export function askServer(server: { url: string; token: string }): Ask {
  const base = server.url.replace(/\/$/, '');
  return async (path, query = new URLSearchParams(), { method = 'GET', params = {} } = {}) => {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(params[name]!),
    );
    const response = await sendTrusted(`${base}${filled}?${query.toString()}`, {
      method,
      headers: { authorization: `Bearer ${server.token}` },
      signal: AbortSignal.timeout(requestTimeoutMs),
    }).catch((error: unknown) => {
      const message = `The server at ${base} does not respond; check FARTHING_URL.`;
      throw new CommandFailure(message, { cause: error });
    });
    const body = parseJson(await response.text());
    if (response.status === 401) {
      throw new CommandFailure(
        'The server does not accept the token; set FARTHING_TOKEN to one that "farthing token create" has printed.',
      );
    }
    const { errors } = (body ?? {}) as { errors?: string[] };
    if (errors) throw new CommandFailure(sentenceOf(errors));
    if (response.status !== 200 || body === undefined) {
      throw new CommandFailure(
        `${base} returned HTTP ${response.status} instead of costs; check FARTHING_URL.`,
      );
    }
    return body;
  };
}

/** Messages of the API as one line that ends with a period. */
const sentenceOf = (messages: readonly string[]): string =>
  `${messages.join('; ').replace(/\.$/, '')}.`;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
