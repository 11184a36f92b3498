import { createReadStream, createWriteStream, openAsBlob } from 'node:fs';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { randomUUID } from 'node:crypto';
import { AwsClient } from 'aws4fetch';

/** Uploads, exports and invoices: whole files under keys that the server itself makes. */
export interface FileStore {
  put(key: string, content: Readable): Promise<void>;
  /** The content, or undefined when there is no such file. */
  get(key: string): Promise<Readable | undefined>;
  delete(key: string): Promise<void>;
  ping(): Promise<void>;
}

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
    // A reader sees the whole file or none.
    const unfinished = `${path}.${randomUUID()}.part`;
    try {
      await pipeline(content, createWriteStream(unfinished, { flush: true }));
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true });
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
    return join(this.folder, checkedKey(key));
  }
}

const timeoutMs = 60_000;
/** Whole files may be large, and whoever reads one may be slow. */
const transferTimeoutMs = 30 * 60_000;
const transfers = new Set(['GET', 'PUT']);

class BucketFiles implements FileStore {
  readonly #client: AwsClient;
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
    this.#client = new AwsClient({
      accessKeyId: env['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: env['AWS_SECRET_ACCESS_KEY'] ?? '',
      sessionToken: env['AWS_SESSION_TOKEN'],
      service: 's3',
      region,
      retries: 3,
    });
  }

  async put(key: string, content: Readable): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const copy = join(this.#folder, `${randomUUID()}.part`);
    try {
      await pipeline(content, createWriteStream(copy));
      // Buckets demand the length in advance. A blob knows it, is read piece by piece, and can be
      // sent again.
      await this.#send('PUT', key, { body: await openAsBlob(copy) });
    } finally {
      await rm(copy, { force: true });
    }
  }

  async get(key: string): Promise<Readable | undefined> {
    const answer = await this.#send('GET', key, {}, [404]);
    if (answer.status === 404) return undefined;
    return Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]);
  }

  async delete(key: string): Promise<void> {
    await this.#send('DELETE', key, {}, [404]);
  }

  async ping(): Promise<void> {
    await this.#send('HEAD', '.ready', {}, [404]);
  }

  async #send(method: string, key: string, init: RequestInit, alsoFine: number[] = []) {
    const answer = await this.#client.fetch(`${this.#base}/${checkedKey(key)}`, {
      ...init,
      method,
      signal: AbortSignal.timeout(transfers.has(method) ? transferTimeoutMs : timeoutMs),
    });
    if (!answer.ok && !alsoFine.includes(answer.status)) {
      throw new Error(`The file bucket answered ${answer.status} to ${method} ${key}`);
    }
    return answer;
  }
}

function checkedKey(key: string): string {
  if (!/^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*$/.test(key) || key.split('/').includes('..')) {
    throw new Error(`Not a file key: ${JSON.stringify(key)}`);
  }
  return key;
}
