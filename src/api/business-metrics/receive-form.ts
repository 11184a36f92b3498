import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { ApiError, badRequest } from '../../platform/lib/errors.js';
import { UrlencodedReader } from '../../platform/lib/urlencoded.js';

/** The plain fields of a form, and where its file lies if it had one. */
export interface ReceivedForm {
  fields: Record<string, string>;
  file: string | undefined;
}

interface Target {
  /** The field whose content is written to the path; it may be a file or a text. */
  field: string;
  path: string;
}

const longestField = 1024;
const notMultipart = () => badRequest('Request body is not valid multipart data');

/**
 * A form in any of the encodings the published clients send, one field of it written to disk as it
 * arrives. As in `http/form-body.ts`, the body decides, because two clients lie about it.
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

/** The beginning of a stream, a line of it at least, and the stream with that beginning in place. */
async function peek(content: Readable) {
  const pieces = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let first = Buffer.alloc(0);
  while (first.length < longestField && !first.includes('\n')) {
    const { value, done } = await pieces.next();
    if (done) break;
    first = Buffer.concat([first, value]);
  }
  const whole = async function* () {
    yield first;
    yield* { [Symbol.asyncIterator]: () => pieces };
  };
  return { first, whole: whole() };
}

function boundaryOf(first: Buffer, contentType: string): string {
  const told = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  return (
    told ??
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
    writing = pipeline(stream, createWriteStream(path));
    // Awaited below; a body that breaks off fails before that.
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
      limits: { fieldSize: longestField, fields: 100, files: 10, parts: 110 },
      // A text under the name of the file is as long as a file.
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
        if (name !== field) form.fields[name] = joined(form.fields[name], bytes);
        else {
          form.file = path;
          yield bytes;
        }
      }
    }
  };
  await pipeline(content, createWriteStream(path));
  return form;
}

const joined = (text = '', bytes: Buffer) => (text + bytes.toString()).slice(0, longestField);
