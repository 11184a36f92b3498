import { Readable, Transform } from 'node:stream';
import { pipeToFile } from '../../../platform/lib/pipe-to-file.js';
import { readLimited } from '../../../platform/outbound/read-limited.js';
import { AddressRefused, type SendRequest } from '../../../platform/outbound/send-request.js';
import { ImportError } from '../ingest/index.js';
import { AccessDenied } from './bill-source.js';

const listTimeoutSeconds = 60;
const downloadTimeoutSeconds = 6 * 3600;
/** A server that sends nothing for so long has forgotten us. */
const silenceSeconds = 120;

/** Reads a response body of limited size as text. */
export async function readText(send: SendRequest, url: string, maxBytes: number): Promise<string> {
  const response = await request(send, url, AbortSignal.timeout(listTimeoutSeconds * 1000));
  return readLimited(response, maxBytes).catch((error: unknown) => {
    throw new ImportError(`The response of ${withoutQuery(url)} cannot be read.`, [], {
      cause: error,
    });
  });
}

/** Downloads a response body to a file. */
export async function download(
  send: SendRequest,
  url: string,
  path: string,
  signal?: AbortSignal,
  maxSilenceSeconds = silenceSeconds,
): Promise<void> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), maxSilenceSeconds * 1000);
  const ends = [AbortSignal.timeout(downloadTimeoutSeconds * 1000), silence.signal];
  const listener = new Transform({
    transform(chunk, _encoding, done) {
      timer.refresh();
      done(null, chunk);
    },
  });
  try {
    const response = await request(send, url, AbortSignal.any(signal ? [...ends, signal] : ends));
    const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
    // Flushed: a file that is there counts as whole, even if the machine stops.
    await pipeToFile(path, [body, listener], { flush: true }).catch((error: unknown) => {
      throw new ImportError(`The download of ${withoutQuery(url)} was interrupted.`, [], {
        cause: error,
      });
    });
  } finally {
    clearTimeout(timer);
  }
}

async function request(send: SendRequest, url: string, signal: AbortSignal): Promise<Response> {
  const response = await send(url, { signal }).catch((error: unknown) => {
    throw requestError(url, error);
  });
  if (response.ok) return response;
  await response.body?.cancel();
  const message = `${withoutQuery(url)} returned HTTP ${response.status}${hints[response.status] ?? ''}.`;
  throw response.status === 401 || response.status === 403
    ? new AccessDenied(message)
    : new ImportError(message);
}

/** Why a request got no response, as the integration shows it. */
function requestError(url: string, cause: unknown): ImportError {
  const message =
    cause instanceof AddressRefused ? cause.message : `${withoutQuery(url)} does not respond.`;
  return new ImportError(message, [], { cause });
}

const hints: Record<number, string> = {
  301: '; the bucket is in a different region',
  307: '; the bucket is in a different region',
  401: '; check the credentials',
  403: '; check the credentials and their permissions',
  404: '; check the URL',
};

/** Query strings may contain signatures, which must not appear in messages. */
function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
