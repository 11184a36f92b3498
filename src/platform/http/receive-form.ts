import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { ApiError, badRequest } from '../lib/errors.js';
import { pipeToFile } from '../lib/pipe-to-file.js';
import { UrlencodedReader } from '../lib/urlencoded.js';

/** The plain fields of a form and the path of its file, if it had one. */
export interface ReceivedForm {
  fields: Record<string, string>;
  file: string | undefined;
}

interface Target {
  /** The field whose content is written to the path; a file or plain text. */
  field: string;
  path: string;
}

const maxFieldBytes = 1024;
const notMultipart = () => badRequest('Request body is not valid multipart data');

/**
 * Receives a form in any encoding the published clients send, streaming one field to disk. As in
 * `form-body.ts`, the body determines the encoding, because two clients send a wrong header.
 */
export async function receiveForm(
  content: Readable,
  contentType: string,
  target: Target,
): Promise<ReceivedForm> {
  const { first, whole } = await peek(content);
  if (first.subarray(0, 2).toString() === '--') {
    return receiveMultipart(whole, boundaryOf(first, contentType), target);
  }
  if (/^multipart\//i.test(contentType)) throw notMultipart();
  if (first.length > 0 && !/^application\/x-www-form-urlencoded\b/i.test(contentType)) {
    throw new ApiError(415, ['The body must be multipart/form-data or a urlencoded form']);
  }
  return receiveUrlencoded(whole, target);
}

/** Reads at least the first line of a stream; returns it and the whole stream including it. */
async function peek(content: Readable) {
  const chunks = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let first = Buffer.alloc(0);
  while (first.length < maxFieldBytes && !first.includes('\n')) {
    const { value, done } = await chunks.next();
    if (done) break;
    first = Buffer.concat([first, value]);
  }
  const whole = async function* () {
    yield first;
    yield* { [Symbol.asyncIterator]: () => chunks };
  };
  return { first, whole: whole() };
}

function boundaryOf(first: Buffer, contentType: string): string {
  const declared = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  return (
    declared ??
    first
      .subarray(2, Math.max(2, first.indexOf('\n')))
      .toString('latin1')
      .trim()
  );
}

async function receiveMultipart(
  body: AsyncIterable<Buffer>,
  boundary: string,
  { field, path }: Target,
): Promise<ReceivedForm> {
  const form: ReceivedForm = { fields: {}, file: undefined };
  let writing: Promise<void> | undefined;
  const parser = formParser(boundary, field);
  parser.on('field', (name, value) => {
    form.fields[name] = value;
  });
  parser.on('file', (name, stream) => {
    if (name !== field || writing) return void stream.resume();
    form.file = path;
    writing = pipeToFile(path, [stream]);
    // Awaited below; an incomplete body fails before that.
    writing.catch(() => undefined);
  });
  const parsed = new Promise<void>((resolve, reject) => {
    parser.on('finish', resolve);
    parser.on('error', () => reject(notMultipart()));
  });
  await Promise.all([pipeline(body, parser), parsed]);
  await writing;
  return form;
}

function formParser(boundary: string, field: string) {
  try {
    return new Busboy({
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      limits: { fieldSize: maxFieldBytes, fields: 100, files: 10, parts: 110 },
      // Plain text sent as the file field can be as large as a file.
      isPartAFile: (name, _type, filename) => name === field || filename !== undefined,
    });
  } catch {
    throw notMultipart();
  }
}

async function receiveUrlencoded(
  body: AsyncIterable<Buffer>,
  { field, path }: Target,
): Promise<ReceivedForm> {
  const form: ReceivedForm = { fields: {}, file: undefined };
  const reader = new UrlencodedReader();
  const content = async function* () {
    for await (const chunk of body) {
      for (const { name, bytes } of reader.push(chunk)) {
        if (name !== field) form.fields[name] = append(form.fields[name], bytes);
        else {
          form.file = path;
          yield bytes;
        }
      }
    }
  };
  await pipeToFile(path, [Readable.from(content())]);
  return form;
}

const append = (text = '', bytes: Buffer) => (text + bytes.toString()).slice(0, maxFieldBytes);
