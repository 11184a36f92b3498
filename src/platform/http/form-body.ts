import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { ApiError, badRequest } from '../lib/errors.js';
import type { UploadedFile } from '../kernel/fields.js';

export interface Form {
  fields: Record<string, string>;
  files: Record<string, UploadedFile>;
}

/**
 * Parses a form in any of the encodings that published clients send. The body decides, because two
 * clients send wrong headers: one omits the boundary, one declares a multipart body as urlencoded.
 */
export async function parseForm(raw: Buffer, contentType: string): Promise<Form> {
  if (raw.subarray(0, 2).toString() === '--') return parseMultipart(raw, contentType);
  if (/^multipart\//i.test(contentType))
    throw badRequest('Request body is not valid multipart data');
  if (raw.length > 0 && !/^application\/x-www-form-urlencoded\b/i.test(contentType)) {
    throw new ApiError(415, ['The body must be multipart/form-data or a urlencoded form']);
  }
  const fields = Object.fromEntries(new URLSearchParams(raw.toString('utf8')));
  return { fields, files: {} };
}

function parseMultipart(raw: Buffer, contentType: string): Promise<Form> {
  const boundary =
    /boundary="?([^";]+)"?/i.exec(contentType)?.[1] ??
    raw
      .subarray(2, Math.max(2, raw.indexOf('\n')))
      .toString('latin1')
      .trim();
  return new Promise((resolve, reject) => {
    const form: Form = { fields: {}, files: {} };
    const fail = () => reject(badRequest('Request body is not valid multipart data'));
    let parser: BusboyInstance;
    try {
      parser = new Busboy({
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        limits: { fieldSize: raw.length, fields: 100, files: 10, parts: 110 },
      });
    } catch {
      return fail();
    }
    parser.on('field', (name, value) => {
      form.fields[name] = value;
    });
    parser.on('file', (name, stream, filename) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        form.files[name] = { name: filename || undefined, content: Buffer.concat(chunks) };
      });
    });
    parser.on('error', fail);
    parser.on('finish', () => resolve(form));
    parser.end(raw);
    return undefined;
  });
}
