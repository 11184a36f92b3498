import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

/** A proxy before a server, whose connections can be slow or break. */
export class FaultyProxy {
  /** Each piece of a response arrives this much later. */
  delayMs = 0;
  /** A connection breaks when it has sent this many bytes. */
  breaksAfterBytes = Infinity;
  /** Called with the bytes that a connection has sent so far. */
  onSent?: (bytes: number) => void;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(private readonly targetPort: number) {
    this.#server = createServer((client) => this.#forward(client));
  }

  static async start(targetUrl: string): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(Number(new URL(targetUrl).port));
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #forward(client: Socket): void {
    const target = connect(this.targetPort, '127.0.0.1');
    const pair = [client, target];
    let sentBytes = 0;
    for (const socket of pair) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.#sockets.delete(socket));
    }
    client.on('close', () => target.destroy());
    target.on('close', () => void setTimeout(() => client.destroySoon(), this.delayMs));
    client.on('data', (chunk) => {
      sentBytes += chunk.length;
      this.onSent?.(sentBytes);
      if (sentBytes <= this.breaksAfterBytes) target.write(chunk);
      else for (const socket of pair) socket.destroy();
    });
    target.on('data', (chunk) => void setTimeout(() => client.write(chunk), this.delayMs));
  }
}
