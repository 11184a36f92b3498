import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  // Tests inspect bodies of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

type Respond = (response: ServerResponse, request: ReceivedRequest) => void;

/** An HTTP server on loopback that keeps what it receives. */
export async function startReceiver() {
  const received: ReceivedRequest[] = [];
  const accept: Respond = (response) => response.end('{}');
  let usual = accept;
  let next: Respond[] = [];
  const server = createServer((request, response) => {
    void request.toArray().then((chunks) => {
      const { url: path = '', headers } = request;
      const body = JSON.parse(Buffer.concat(chunks).toString());
      received.push({ path, headers, body });
      (next.shift() ?? usual)(response, received.at(-1)!);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    received,
    /** Answers one request after the other in these ways, and all others in the usual one. */
    respond: (...ways: Respond[]) => {
      next = ways;
    },
    /** How requests are usually answered; they are accepted unless given. */
    respondAlways: (way: Respond = accept) => {
      usual = way;
    },
    reset: () => {
      received.length = 0;
      next = [];
      usual = accept;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
