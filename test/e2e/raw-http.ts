import { type Socket, connect } from 'node:net';
import { ownerSecret } from './process.js';

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
  // Tests look into answers of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  json(): any;
}

/** Text of a request head, with the owner's credential unless told otherwise. */
export function head(line: string, headers: Record<string, string | number> = {}): string {
  const all = { Host: 'localhost', Authorization: `Bearer ${ownerSecret}`, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${line} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

export const jsonHeaders = { 'Content-Type': 'application/json', Connection: 'close' };

/** A POST of a JSON body, as bytes, that ends its connection. */
export function post(path: string, body: string | Buffer, headers = {}): Buffer {
  const bytes = Buffer.from(body);
  const length = { 'Content-Length': bytes.length };
  return Buffer.concat([
    Buffer.from(head(`POST ${path}`, { ...jsonHeaders, ...length, ...headers })),
    bytes,
  ]);
}

export function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((done, fail) => {
    const socket = connect(Number(port), hostname, () => done(socket));
    socket.once('error', fail);
  });
}

/** Sends bytes as they are and reads until the server ends the connection. */
export async function exchange(url: string, ...parts: (string | Buffer)[]): Promise<RawAnswer[]> {
  const socket = await openSocket(url);
  const answers = readAnswers(socket);
  for (const part of parts) await write(socket, part);
  return answers;
}

/** Resolves when the bytes are handed over; a server that has heard enough may close before. */
export function write(socket: Socket, part: string | Buffer): Promise<void> {
  return new Promise((done) => socket.write(part, () => done()));
}

export async function readAnswers(socket: Socket): Promise<RawAnswer[]> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A reset after the answer is how a server refuses the rest of a body.
  socket.on('error', () => {});
  await new Promise<void>((done) => socket.once('close', () => done()));
  return parseAnswers(Buffer.concat(chunks));
}

function parseAnswers(bytes: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) throw new Error(`Not an HTTP answer: ${rest.toString('latin1').slice(0, 200)}`);
    const [line, ...fields] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const headers = Object.fromEntries(
      fields.map((field) => {
        const colon = field.indexOf(':');
        return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
      }),
    );
    const length = Number(headers['content-length'] ?? 0);
    const text = rest.subarray(end + 4, end + 4 + length).toString('utf8');
    answers.push({
      status: Number(line!.split(' ')[1]),
      headers,
      text,
      json: () => JSON.parse(text),
    });
    rest = rest.subarray(end + 4 + length);
  }
  return answers;
}
