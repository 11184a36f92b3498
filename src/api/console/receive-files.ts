import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import type { InputFile } from '../../domain/ingest/open-files.js';
import { badRequest } from '../../platform/lib/errors.js';
import { limitStream } from '../../platform/lib/limit-stream.js';

export interface Incoming {
  content: Readable;
  contentType: string;
}

const mostFiles = 1000;

/** Writes a body, one file or a form of several, into a folder of its own without holding it in memory. */
export async function receiveFiles(
  { content, contentType }: Incoming,
  { workFolder, name, maxBytes }: { workFolder: string; name: string; maxBytes: number },
): Promise<{ folder: string; files: InputFile[] }> {
  await mkdir(workFolder, { recursive: true });
  const folder = await mkdtemp(join(workFolder, 'received-'));
  try {
    const checked = limitStream(maxBytes);
    const files = /^multipart\/form-data\b/i.test(contentType)
      ? await receiveForm(content, checked, contentType, folder)
      : await receiveOne(content, checked, name, folder);
    if (files.length === 0) throw badRequest('Request body holds no file');
    return { folder, files };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function receiveOne(
  content: Readable,
  guard: Transform,
  name: string,
  folder: string,
): Promise<InputFile[]> {
  const path = join(folder, 'file-0');
  await pipeline(content, guard, createWriteStream(path));
  return [{ name, path }];
}

async function receiveForm(
  content: Readable,
  guard: Transform,
  contentType: string,
  folder: string,
): Promise<InputFile[]> {
  const files: InputFile[] = [];
  const written: Promise<void>[] = [];
  const form = formParser(contentType);
  form.on('file', (_field, stream, filename) => {
    // The name is kept as it came; on disk files have numbers.
    const file = { name: filename || 'costs.csv', path: join(folder, `file-${files.length}`) };
    files.push(file);
    const writing = pipeline(stream, createWriteStream(file.path));
    // Awaited below; a body that breaks off fails before that.
    writing.catch(() => undefined);
    written.push(writing);
  });
  const parsed = new Promise<void>((resolve, reject) => {
    form.on('finish', resolve);
    form.on('error', () => reject(badRequest('Request body is not valid multipart data')));
  });
  await Promise.all([pipeline(content, guard, form), parsed]);
  await Promise.all(written);
  return files;
}

function formParser(contentType: string) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      preservePath: true,
      limits: { files: mostFiles },
    });
  } catch {
    throw badRequest('Request body is not valid multipart data');
  }
}
