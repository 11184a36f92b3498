import { type Socket, connect } from 'node:net';
import { ownerSecret } from './server-process.js';

export interface RawResponse {
  status: number;
  headers: Record<string, string>;
  text: string;
  // Tests inspect bodies of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  json(): any;
}

/** A request line and headers, with the owner's credential by default. */
export function requestHead(line: string, headers: Record<string, string | number> = {}): string {
  const all = { Host: 'localhost', Authorization: `Bearer ${ownerSecret}`, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${line} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

export const jsonHeaders = { 'Content-Type': 'application/json', Connection: 'close' };

/** A POST request with a JSON body that closes its connection. */
export function postRequest(path: string, body: string | Buffer, headers = {}): Buffer {
  const bytes = Buffer.from(body);
  const length = { 'Content-Length': bytes.length };
  return Buffer.concat([
    Buffer.from(requestHead(`POST ${path}`, { ...jsonHeaders, ...length, ...headers })),
    bytes,
  ]);
}

/** Connects to a server. */
export function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Sends raw bytes and reads until the server closes the connection. */
export async function exchange(url: string, ...parts: (string | Buffer)[]): Promise<RawResponse[]> {
  const socket = await openSocket(url);
  const responses = readResponses(socket);
  for (const part of parts) await write(socket, part);
  return responses;
}

/** Resolves when the bytes are sent or the server has closed the connection. */
export function write(socket: Socket, part: string | Buffer): Promise<void> {
  return new Promise((resolve) => socket.write(part, () => resolve()));
}

/** Reads all responses until the connection is closed. */
export async function readResponses(socket: Socket): Promise<RawResponse[]> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A server may reset the connection after its response to reject the rest of a body.
  socket.on('error', () => {});
  await new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return parseResponses(Buffer.concat(chunks));
}

function parseResponses(bytes: Buffer): RawResponse[] {
  const responses: RawResponse[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) throw new Error(`Not an HTTP response: ${rest.toString('latin1').slice(0, 200)}`);
    const [line, ...fields] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const headers = Object.fromEntries(
      fields.map((field) => {
        const colon = field.indexOf(':');
        return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
      }),
    );
    const length = Number(headers['content-length'] ?? 0);
    const text = rest.subarray(end + 4, end + 4 + length).toString('utf8');
    responses.push({
      status: Number(line!.split(' ')[1]),
      headers,
      text,
      json: () => JSON.parse(text),
    });
    rest = rest.subarray(end + 4 + length);
  }
  return responses;
}
