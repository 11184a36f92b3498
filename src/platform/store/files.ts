import { createReadStream, openAsBlob } from 'node:fs';
import { access, mkdir, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { Readable } from 'node:stream';
import { randomUUID } from 'node:crypto';
import { elements, elementText } from '../lib/xml.js';
import { pipeToFile } from '../lib/pipe-to-file.js';
import { type OutboundRequest, type SendRequest, sendTrusted } from '../outbound/send-request.js';
import { signedRequests } from '../outbound/signed-requests.js';

/** Stores uploads, exports and invoices as whole files under keys that the server generates. */
export interface FileStore {
  put(key: string, content: Readable): Promise<void>;
  /** Returns the content, or undefined when there is no such file. */
  get(key: string): Promise<Readable | undefined>;
  delete(key: string): Promise<void>;
  /** Lists all files, in no particular order. */
  list(): AsyncIterable<StoredFile>;
  /** Fails when the store does not respond. */
  ping(): Promise<void>;
  /** Size of all files; undefined where counting them would take long. */
  bytes(): Promise<number | undefined>;
}

export interface StoredFile {
  key: string;
  bytes: number;
  modifiedAt: Date;
  /** Changes when the file is written again. */
  version: string;
}

/** All whole files by their keys, for those who need them at once. */
export async function listFiles(files: FileStore): Promise<StoredFile[]> {
  const listed: StoredFile[] = [];
  for await (const file of files.list()) if (!file.key.endsWith('.part')) listed.push(file);
  return listed.toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

/** Opens the bucket when a URL is given, otherwise a folder. */
export function openFiles(options: {
  filesUrl?: string;
  folder: string;
  env: Record<string, string | undefined>;
}): FileStore {
  return options.filesUrl
    ? new BucketFiles(options.filesUrl, options)
    : new FolderFiles(options.folder);
}

/** Ten thousand files are counted in a tenth of a second. */
const maxCountedFiles = 10_000;

class FolderFiles implements FileStore {
  constructor(readonly folder: string) {}

  async put(key: string, content: Readable): Promise<void> {
    const path = this.#path(key);
    await mkdir(dirname(path), { recursive: true });
    // Readers see the whole file or none.
    const partial = `${path}.${randomUUID()}.part`;
    try {
      await pipeToFile(partial, [content], { flush: true });
      await rename(partial, path);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  }

  async get(key: string): Promise<Readable | undefined> {
    const path = this.#path(key);
    const exists = await access(path).then(
      () => true,
      () => false,
    );
    return exists ? createReadStream(path) : undefined;
  }

  async delete(key: string): Promise<void> {
    await rm(this.#path(key), { force: true });
  }

  async *list(): AsyncIterable<StoredFile> {
    await this.ping();
    // Read folder by folder, so that a large store need not fit into memory.
    const folders = [''];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      for await (const entry of await opendir(join(this.folder, folder))) {
        const key = posix.join(folder, entry.name);
        if (entry.isDirectory()) folders.push(key);
        const found = entry.isFile()
          ? await stat(join(this.folder, key), { bigint: true }).catch(() => undefined)
          : undefined;
        // A file may be deleted while they are listed.
        if (!found) continue;
        const version = String(found.mtimeNs);
        yield { key, bytes: Number(found.size), modifiedAt: found.mtime, version };
      }
    }
  }

  async ping(): Promise<void> {
    await mkdir(this.folder, { recursive: true });
  }

  async bytes(): Promise<number | undefined> {
    let bytes = 0;
    let count = 0;
    for await (const file of this.list()) {
      count += 1;
      if (count > maxCountedFiles) return undefined;
      bytes += file.bytes;
    }
    return bytes;
  }

  #path(key: string): string {
    return join(this.folder, requireValidKey(key));
  }
}

const timeoutMs = 60_000;
/** Files may be large, and the client that reads one may be slow. */
const transferTimeoutMs = 30 * 60_000;
const transfers = new Set(['GET', 'PUT']);
class BucketFiles implements FileStore {
  readonly #sendSigned: SendRequest;
  /** Address of the bucket. */
  readonly #bucket: string;
  /** What all keys in the bucket begin with: "", or `prefix/`. */
  readonly #prefix: string;
  readonly #folder: string;

  constructor(
    url: string,
    { folder, env }: { folder: string; env: Record<string, string | undefined> },
  ) {
    this.#folder = folder;
    const { host: bucket, pathname, searchParams } = new URL(url);
    const region = searchParams.get('region') ?? env['AWS_REGION'] ?? 'us-east-1';
    const endpoint = searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`;
    this.#bucket = `${endpoint}/${bucket}`;
    const path = pathname.replace(/^\/|\/$/g, '');
    this.#prefix = path === '' ? '' : `${path}/`;
    const keys = {
      accessKeyId: env['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: env['AWS_SECRET_ACCESS_KEY'] ?? '',
      sessionToken: env['AWS_SESSION_TOKEN'],
    };
    this.#sendSigned = signedRequests(sendTrusted, keys, 's3', region);
  }

  async put(key: string, content: Readable): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const partial = join(this.#folder, `${randomUUID()}.part`);
    try {
      await pipeToFile(partial, [content]);
      // Buckets require the length in advance. A blob knows it, is read in chunks, and can be sent
      // again by a retry.
      await this.#send('PUT', key, { body: await openAsBlob(partial) });
    } finally {
      await rm(partial, { force: true });
    }
  }

  async get(key: string): Promise<Readable | undefined> {
    const response = await this.#send('GET', key, {}, [404]);
    if (response.status === 404) return undefined;
    return Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
  }

  async delete(key: string): Promise<void> {
    await this.#send('DELETE', key, {}, [404]);
  }

  async *list(): AsyncIterable<StoredFile> {
    let marker = '';
    do {
      const query = new URLSearchParams({
        'list-type': '2',
        'encoding-type': 'url',
        prefix: decodeURIComponent(this.#prefix),
        ...(marker === '' ? {} : { 'continuation-token': marker }),
      });
      const response = await this.#sendTo(
        `${this.#bucket}?${query.toString()}`,
        'GET',
        'the list of files',
      );
      const page = await response.text();
      for (const entry of elements(page, 'Contents')) yield this.#parseEntry(entry);
      const next = elementText(page, 'NextContinuationToken');
      if (next !== '' && next === marker)
        throw new Error('The file bucket returned a page of its list twice.');
      marker = next;
    } while (marker !== '');
  }

  #parseEntry(entry: string): StoredFile {
    const key = decodeURIComponent(elementText(entry, 'Key').replaceAll('+', ' '));
    return {
      key: key.slice(decodeURIComponent(this.#prefix).length),
      bytes: Number(elementText(entry, 'Size')),
      modifiedAt: new Date(elementText(entry, 'LastModified')),
      version: elementText(entry, 'ETag'),
    };
  }

  async ping(): Promise<void> {
    await this.#send('HEAD', '.ready', {}, [404]);
  }

  /** Not counted: a bucket can only be listed, and knows its size by itself. */
  async bytes(): Promise<undefined> {}

  #send(
    method: string,
    key: string,
    content: Pick<OutboundRequest, 'body'>,
    accepted: number[] = [],
  ): Promise<Response> {
    const url = `${this.#bucket}/${this.#prefix}${requireValidKey(key)}`;
    return this.#sendTo(url, method, key, content, accepted);
  }

  async #sendTo(
    url: string,
    method: string,
    what: string,
    content: Pick<OutboundRequest, 'body'> = {},
    accepted: number[] = [],
  ): Promise<Response> {
    const response = await this.#sendSigned(url, {
      ...content,
      method,
      signal: AbortSignal.timeout(transfers.has(method) ? transferTimeoutMs : timeoutMs),
    });
    if (!response.ok && !accepted.includes(response.status)) {
      throw new Error(`The file bucket returned ${response.status} for ${method} ${what}`);
    }
    return response;
  }
}

function requireValidKey(key: string): string {
  if (!/^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*$/.test(key) || key.split('/').includes('..')) {
    throw new Error(`Invalid file key: ${JSON.stringify(key)}`);
  }
  return key;
}
