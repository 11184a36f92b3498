import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import type { AwsKeys } from '../../platform/server-credentials.js';
import type { BillSource, SourceObject } from './bill-source.js';
import { type SendRequest, download, readText } from './http-requests.js';
import { elementText, elements } from './xml.js';

/** Signs requests to one AWS service and retries those it asks to retry. */
export function signedRequests(keys: AwsKeys, service: string, region: string): SendRequest {
  const client = new AwsClient({ ...keys, service, region, retries: 3 });
  return (url, init) => client.fetch(url, init);
}

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

  async *list(): AsyncGenerator<SourceObject> {
    let continuationToken: string | undefined;
    do {
      const query = new URLSearchParams({
        'list-type': '2',
        'encoding-type': 'url',
        prefix: this.prefix,
        ...(continuationToken === undefined ? {} : { 'continuation-token': continuationToken }),
      });
      const xml = await readText(this.send, `${this.#baseUrl}?${query.toString()}`);
      for (const entry of elements(xml, 'Contents')) yield parseObject(entry);
      continuationToken = elementText(xml, 'NextContinuationToken') || undefined;
    } while (continuationToken !== undefined);
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
