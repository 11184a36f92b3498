import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  // Tests inspect bodies of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

type Reply = [status: number, body: object | string];

/** An HTTP service that replies as a test decides and records the requests it receives. */
export class FakeService {
  readonly requests: ReceivedRequest[] = [];
  reply: (request: ReceivedRequest) => Reply = () => [404, {}];
  #server: Server;
  origin = '';

  constructor() {
    this.#server = createServer((incoming, response) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const { pathname, searchParams } = new URL(incoming.url!, 'http://service');
        const text = Buffer.concat(chunks).toString();
        const request = {
          path: pathname,
          query: searchParams,
          headers: incoming.headers,
          body: text ? JSON.parse(text) : undefined,
        };
        this.requests.push(request);
        const [status, body] = this.reply(request);
        response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
      });
    });
  }

  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
