import { randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import { download } from './outside.js';
import type { Place, PlacedObject } from './place.js';

const send = (address: string, init: RequestInit) => fetch(address, init);

/** One file behind an address of the web. */
export class WebPlace implements Place {
  constructor(readonly address: string) {}

  async *list(): AsyncGenerator<PlacedObject> {
    const key = decodeURIComponent(basename(new URL(this.address).pathname)) || 'download';
    yield { key, bytes: 0, modified: new Date(0).toISOString(), mark: '' };
  }

  async fetch(_object: PlacedObject, folder: string, signal?: AbortSignal): Promise<string> {
    const path = join(folder, randomUUID());
    await download(send, this.address, path, signal);
    return path;
  }
}
