import { type ClientRequest, type Server, createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RoundRobinProxy {
  url: string;
  close(): void;
}

/** Starts a load balancer that sends each request to the next server, without sticky sessions. */
export async function startProxy(targets: readonly string[]): Promise<RoundRobinProxy> {
  let next = 0;
  const server: Server = createServer((incoming, response) => {
    const order = targets.map((_, index) => targets[(next + index) % targets.length]!);
    next += 1;
    forward(incoming, response, order);
  });
  // Idle connections stay open: a client must not reuse one at the moment it is closed.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** Streams a request to the first target that accepts the connection, and its response back. */
function forward(
  incoming: IncomingMessage,
  response: ServerResponse,
  [target, ...others]: readonly string[],
): void {
  // As if the server itself had been reached: a lost connection is lost for the client, too.
  if (target === undefined) return void response.destroy();
  let isConnected = false;
  const outgoing: ClientRequest = request(new URL(incoming.url ?? '/', target), {
    method: incoming.method,
    headers: incoming.headers,
    agent: false,
  });
  outgoing.once('socket', (socket) =>
    socket.once('connect', () => {
      isConnected = true;
      incoming.pipe(outgoing);
    }),
  );
  outgoing.once('error', () => {
    if (isConnected) response.destroy();
    else forward(incoming, response, others);
  });
  outgoing.once('response', (answer) => {
    answer.once('error', () => response.destroy());
    response.writeHead(answer.statusCode!, answer.rawHeaders);
    answer.pipe(response);
  });
  response.once('close', () => outgoing.destroy());
}
