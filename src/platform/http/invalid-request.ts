import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';

/** Headers of every response; those of the console's pages and assets replace `cache-control`. */
export const commonHeaders = (requestId: string) => ({
  'x-request-id': requestId,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
});

/** Sends the usual headers and error body for requests that are not valid HTTP. */
export function respondToInvalidRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, text] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'Request line and headers are too large']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'The request did not arrive in time']
        : ['400 Bad Request', 'The request is not valid HTTP'];
  const body = JSON.stringify({ errors: [text] });
  const headers = {
    'content-type': 'application/json',
    'content-length': String(body.length),
    connection: 'close',
    ...commonHeaders(randomUUID()),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`);
}
