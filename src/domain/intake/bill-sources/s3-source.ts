import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { SendRequest } from '../../../platform/outbound/send-request.js';
import type { BillSource, SourceObject } from './bill-source.js';
import { download } from './http-requests.js';
import { listPages } from './list-pages.js';
import { elementText, elements } from '../../../platform/lib/xml.js';

/** An S3-compatible bucket: Amazon S3, Google Cloud Storage with HMAC keys, MinIO and others. */
export class S3Source implements BillSource {
  readonly #baseUrl: string;

  constructor(
    endpoint: string,
    bucket: string,
    readonly prefix: string,
    readonly send: SendRequest,
  ) {
    this.#baseUrl = `${endpoint.replace(/\/$/, '')}/${bucket}`;
  }

  list(): AsyncGenerator<SourceObject> {
    return listPages(this.send, {
      urlOf: (marker) => {
        const query = new URLSearchParams({
          'list-type': '2',
          'encoding-type': 'url',
          prefix: this.prefix,
          ...(marker === undefined ? {} : { 'continuation-token': marker }),
        });
        return `${this.#baseUrl}?${query.toString()}`;
      },
      objectsIn: (xml) => elements(xml, 'Contents').map(parseObject),
      nextMarkerIn: (xml) => elementText(xml, 'NextContinuationToken'),
    });
  }

  async fetch({ key }: SourceObject, folder: string, signal?: AbortSignal): Promise<string> {
    const path = join(folder, randomUUID());
    const encoded = key.split('/').map(encodeURIComponent).join('/');
    await download(this.send, `${this.#baseUrl}/${encoded}`, path, signal);
    return path;
  }
}

function parseObject(entry: string): SourceObject {
  return {
    key: decodeURIComponent(elementText(entry, 'Key').replaceAll('+', ' ')),
    bytes: Number(elementText(entry, 'Size')),
    modifiedAt: new Date(elementText(entry, 'LastModified')).toISOString(),
    etag: elementText(entry, 'ETag'),
  };
}
