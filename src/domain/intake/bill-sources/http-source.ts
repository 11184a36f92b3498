import { randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import type { SendRequest } from '../../../platform/outbound/send-request.js';
import type { BillSource, SourceObject } from './bill-source.js';
import { download } from './http-requests.js';

/** A single file at an HTTP(S) URL. */
export class HttpSource implements BillSource {
  constructor(
    readonly url: string,
    readonly send: SendRequest,
  ) {}

  async *list(): AsyncGenerator<SourceObject> {
    const key = decodeURIComponent(basename(new URL(this.url).pathname)) || 'download';
    yield { key, bytes: 0, modifiedAt: new Date(0).toISOString(), etag: '' };
  }

  async fetch(_object: SourceObject, folder: string, signal?: AbortSignal): Promise<string> {
    const path = join(folder, randomUUID());
    await download(this.send, this.url, path, signal);
    return path;
  }
}
