import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { SendRequest } from '../../../platform/outbound/send-request.js';
import type { BillSource, SourceObject } from './bill-source.js';
import { download } from './http-requests.js';
import { listPages } from './list-pages.js';
import { elementText, elements } from '../../../platform/lib/xml.js';

const version = { 'x-ms-version': '2021-08-06' };

/** Credentials for a container: a shared access signature, or the `Authorization` header of a service principal. */
export interface AzureCredentials {
  sasToken?: string;
  authorization?: () => Promise<string>;
}

/** A container in Azure Blob Storage. */
export class AzureSource implements BillSource {
  readonly #baseUrl: string;
  readonly #signature: string;
  readonly #send: SendRequest;

  constructor(
    accountUrl: string,
    container: string,
    readonly prefix: string,
    { sasToken = '', authorization }: AzureCredentials,
    send: SendRequest,
  ) {
    this.#baseUrl = `${accountUrl.replace(/\/$/, '')}/${container}`;
    this.#signature = sasToken.replace(/^\?/, '');
    this.#send = async (url, request) => {
      const identity = authorization && { authorization: await authorization() };
      return send(url, { ...request, headers: { ...version, ...identity } });
    };
  }

  list(): AsyncGenerator<SourceObject> {
    return listPages(this.#send, {
      urlOf: (marker) => {
        const query = new URLSearchParams({
          restype: 'container',
          comp: 'list',
          prefix: this.prefix,
          ...(marker && { marker }),
        });
        return `${this.#baseUrl}?${query.toString()}&${this.#signature}`;
      },
      objectsIn: (xml) => elements(xml, 'Blob').map(parseBlob),
      nextMarkerIn: (xml) => elementText(xml, 'NextMarker'),
    });
  }

  async fetch({ key }: SourceObject, folder: string, signal?: AbortSignal): Promise<string> {
    const path = join(folder, randomUUID());
    const encoded = key.split('/').map(encodeURIComponent).join('/');
    await download(this.#send, `${this.#baseUrl}/${encoded}?${this.#signature}`, path, signal);
    return path;
  }
}

function parseBlob(entry: string): SourceObject {
  return {
    key: elementText(entry, 'Name'),
    bytes: Number(elementText(entry, 'Content-Length')),
    modifiedAt: new Date(elementText(entry, 'Last-Modified')).toISOString(),
    etag: elementText(entry, 'Etag'),
  };
}
