import { setTimeout as delay } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { AwsKeys } from '../server-credentials.js';
import type { SendRequest } from './send-request.js';

const retries = 3;

/** Signs requests to one AWS service, or one that is compatible with it, and retries those that it asks to retry. */
export function signedRequests(
  send: SendRequest,
  keys: AwsKeys,
  service: string,
  region: string,
): SendRequest {
  return async (url, request) => {
    for (let attempt = 0; ; attempt += 1) {
      const { method, body, headers } = request;
      // The body of a request to S3 is not part of the signature.
      const signed = await new AwsV4Signer({
        ...keys,
        service,
        region,
        url,
        method: method ?? 'GET',
        headers,
        body: typeof body === 'string' ? body : undefined,
      }).sign();
      const response = await send(signed.url.href, {
        ...request,
        headers: Object.fromEntries(signed.headers),
      });
      const isRetryable = response.status === 429 || response.status >= 500;
      if (!isRetryable || attempt === retries) return response;
      await response.body?.cancel();
      await delay(Math.random() * 50 * 2 ** attempt, undefined, { signal: request.signal });
    }
  };
}
