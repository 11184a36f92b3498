import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { type Send, download, readText } from './outside.js';
import type { Place, PlacedObject } from './place.js';
import { elementText, elements } from './xml.js';

export interface AwsKeys {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

/** Signs requests of one AWS service; retries what the service asks to be retried. */
export function signed(keys: AwsKeys, service: string, region: string): Send {
  const client = new AwsClient({ ...keys, service, region, retries: 3 });
  return (address, init) => client.fetch(address, init);
}

/** A bucket that speaks S3: Amazon's, Google's with HMAC keys, and those of many others. */
export class S3Place implements Place {
  readonly #base: string;

  constructor(
    endpoint: string,
    bucket: string,
    readonly prefix: string,
    readonly send: Send,
  ) {
    this.#base = `${endpoint.replace(/\/$/, '')}/${bucket}`;
  }

  async *list(): AsyncGenerator<PlacedObject> {
    let next: string | undefined;
    do {
      const query = new URLSearchParams({
        'list-type': '2',
        'encoding-type': 'url',
        prefix: this.prefix,
        ...(next === undefined ? {} : { 'continuation-token': next }),
      });
      const xml = await readText(this.send, `${this.#base}?${query.toString()}`);
      for (const entry of elements(xml, 'Contents')) yield objectOf(entry);
      next = elementText(xml, 'NextContinuationToken') || undefined;
    } while (next !== undefined);
  }

  async fetch({ key }: PlacedObject, folder: string, signal?: AbortSignal): Promise<string> {
    const path = join(folder, randomUUID());
    const encoded = key.split('/').map(encodeURIComponent).join('/');
    await download(this.send, `${this.#base}/${encoded}`, path, signal);
    return path;
  }
}

function objectOf(entry: string): PlacedObject {
  return {
    key: decodeURIComponent(elementText(entry, 'Key').replaceAll('+', ' ')),
    bytes: Number(elementText(entry, 'Size')),
    modified: new Date(elementText(entry, 'LastModified')).toISOString(),
    mark: elementText(entry, 'ETag'),
  };
}
