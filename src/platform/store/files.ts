import { createReadStream, openAsBlob } from 'node:fs';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { randomUUID } from 'node:crypto';
import { pipeToFile } from '../lib/pipe-to-file.js';
import { type OutboundRequest, type SendRequest, sendTrusted } from '../outbound/send-request.js';
import { signedRequests } from '../outbound/signed-requests.js';

/** Stores uploads, exports and invoices as whole files under keys that the server generates. */
export interface FileStore {
  put(key: string, content: Readable): Promise<void>;
  /** Returns the content, or undefined when there is no such file. */
  get(key: string): Promise<Readable | undefined>;
  delete(key: string): Promise<void>;
  /** Fails when the store does not respond. */
  ping(): Promise<void>;
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

  async ping(): Promise<void> {
    await mkdir(this.folder, { recursive: true });
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
  readonly #base: string;
  readonly #folder: string;

  constructor(
    url: string,
    { folder, env }: { folder: string; env: Record<string, string | undefined> },
  ) {
    this.#folder = folder;
    const { host: bucket, pathname, searchParams } = new URL(url);
    const region = searchParams.get('region') ?? env['AWS_REGION'] ?? 'us-east-1';
    const endpoint = searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`;
    this.#base = `${endpoint}/${bucket}${pathname.replace(/\/$/, '')}`;
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

  async ping(): Promise<void> {
    await this.#send('HEAD', '.ready', {}, [404]);
  }

  async #send(
    method: string,
    key: string,
    content: Pick<OutboundRequest, 'body'>,
    accepted: number[] = [],
  ) {
    const response = await this.#sendSigned(`${this.#base}/${requireValidKey(key)}`, {
      ...content,
      method,
      signal: AbortSignal.timeout(transfers.has(method) ? transferTimeoutMs : timeoutMs),
    });
    if (!response.ok && !accepted.includes(response.status)) {
      throw new Error(`The file bucket returned ${response.status} for ${method} ${key}`);
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
