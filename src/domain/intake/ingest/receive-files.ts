import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import type { InputFile } from './open-files.js';
import { badRequest } from '../../../platform/lib/errors.js';
import { limitStream } from '../../../platform/lib/limit-stream.js';
import { pipeToFile } from '../../../platform/lib/pipe-to-file.js';

export interface Incoming {
  content: Readable;
  contentType: string;
}

const maxFiles = 1000;

/** Streams a request body, one file or a form with several, into a new folder. */
export async function receiveFiles(
  { content, contentType }: Incoming,
  { workFolder, name, maxBytes }: { workFolder: string; name: string; maxBytes: number },
): Promise<{ folder: string; files: InputFile[] }> {
  await mkdir(workFolder, { recursive: true });
  const folder = await mkdtemp(join(workFolder, 'received-'));
  try {
    const limit = limitStream(maxBytes);
    const files = /^multipart\/form-data\b/i.test(contentType)
      ? await receiveForm(content, limit, contentType, folder)
      : await receiveOne(content, limit, name, folder);
    if (files.length === 0) throw badRequest('Request body contains no file');
    return { folder, files };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function receiveOne(
  content: Readable,
  limit: Transform,
  name: string,
  folder: string,
): Promise<InputFile[]> {
  const path = join(folder, 'file-0');
  await pipeToFile(path, [content, limit]);
  return [{ name, path }];
}

async function receiveForm(
  content: Readable,
  limit: Transform,
  contentType: string,
  folder: string,
): Promise<InputFile[]> {
  const files: InputFile[] = [];
  const writes: Promise<void>[] = [];
  const form = formParser(contentType);
  form.on('file', (_field, stream, filename) => {
    // File names come from the client, so files on disk are numbered instead.
    const file = { name: filename || 'costs.csv', path: join(folder, `file-${files.length}`) };
    files.push(file);
    const write = pipeToFile(file.path, [stream]);
    // Awaited below; an aborted body fails before that.
    write.catch(() => undefined);
    writes.push(write);
  });
  const parsed = new Promise<void>((resolve, reject) => {
    form.on('finish', resolve);
    form.on('error', () => reject(badRequest('Request body is not valid multipart data')));
  });
  await Promise.all([pipeline(content, limit, form), parsed]);
  await Promise.all(writes);
  return files;
}

function formParser(contentType: string) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      preservePath: true,
      limits: { files: maxFiles },
    });
  } catch {
    throw badRequest('Request body is not valid multipart data');
  }
}
