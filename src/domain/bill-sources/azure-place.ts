import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type Send, download, readText } from './outside.js';
import type { Place, PlacedObject } from './place.js';
import { elementText, elements } from './xml.js';

const headers = { 'x-ms-version': '2021-08-06' };

/** What opens a container: a shared access signature, or the header of an application. */
export interface AzureAccess {
  sasToken?: string;
  authorization?: () => Promise<string>;
}

/** A container of Azure Blob Storage. */
export class AzurePlace implements Place {
  readonly #base: string;
  readonly #signature: string;
  readonly #send: Send;

  constructor(
    account: string,
    container: string,
    readonly prefix: string,
    { sasToken = '', authorization }: AzureAccess,
  ) {
    this.#base = `${account.replace(/\/$/, '')}/${container}`;
    this.#signature = sasToken.replace(/^\?/, '');
    this.#send = async (address, init) => {
      const identity = authorization && { authorization: await authorization() };
      return fetch(address, { ...init, headers: { ...headers, ...identity } });
    };
  }

  async *list(): AsyncGenerator<PlacedObject> {
    let marker = '';
    do {
      const query = new URLSearchParams({
        restype: 'container',
        comp: 'list',
        prefix: this.prefix,
        ...(marker && { marker }),
      });
      const xml = await readText(
        this.#send,
        `${this.#base}?${query.toString()}&${this.#signature}`,
      );
      for (const entry of elements(xml, 'Blob')) yield objectOf(entry);
      marker = elementText(xml, 'NextMarker');
    } while (marker !== '');
  }

  async fetch({ key }: PlacedObject, folder: string, signal?: AbortSignal): Promise<string> {
    const path = join(folder, randomUUID());
    const encoded = key.split('/').map(encodeURIComponent).join('/');
    await download(this.#send, `${this.#base}/${encoded}?${this.#signature}`, path, signal);
    return path;
  }
}

function objectOf(entry: string): PlacedObject {
  return {
    key: elementText(entry, 'Name'),
    bytes: Number(elementText(entry, 'Content-Length')),
    modified: new Date(elementText(entry, 'Last-Modified')).toISOString(),
    mark: elementText(entry, 'Etag'),
  };
}
