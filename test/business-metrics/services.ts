import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  // Tests look into questions of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

type Answer = [status: number, body: object | string];

/** A service of the outside world that answers what a test says, and keeps what it was asked. */
export class Service {
  readonly asked: Asked[] = [];
  answer: (asked: Asked) => Answer = () => [404, {}];
  #server: Server;
  origin = '';

  constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { pathname, searchParams } = new URL(request.url!, 'http://service');
        const text = Buffer.concat(chunks).toString();
        const asked = {
          path: pathname,
          query: searchParams,
          headers: request.headers,
          body: text ? JSON.parse(text) : undefined,
        };
        this.asked.push(asked);
        const [status, body] = this.answer(asked);
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
