import { type IncomingMessage, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A fake S3 and Azure Blob Storage server, with STS and the Azure token endpoint. Signatures are not verified, only key names. */
export class FakeBuckets {
  readonly objects = new Map<string, { content: Buffer; modified: string }>();
  /** Access keys, signatures and tokens that are accepted. */
  validKeys = new Set(['key']);
  /** Replaces the listing of the bucket. */
  listing: (() => string) | undefined;
  /** Keys of objects that are never answered. */
  readonly hanging = new Set<string>();
  /** Keys of the objects that were fetched, in order. */
  readonly fetched: string[] = [];
  /** Headers of the requests to buckets. */
  readonly received: IncomingMessage['headers'][] = [];
  server: Server;
  origin = '';

  constructor() {
    this.server = createServer((request, response) => {
      void text(request).then((sentBody) => {
        const [status, body] = this.#respond(request, sentBody);
        const key = decodeURIComponent(new URL(request.url!, this.origin).pathname);
        if (this.hanging.has(key.replace('/bills/', ''))) return;
        response.writeHead(status).end(body);
      });
    });
  }

  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.origin = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  put(key: string, content: string | Buffer, modified = '2024-02-01T00:00:00Z'): void {
    this.objects.set(key, { content: Buffer.from(content), modified });
  }

  #respond(request: IncomingMessage, body: string): [number, (string | Buffer)?] {
    const url = new URL(request.url!, this.origin);
    const query = url.searchParams;
    if (query.get('Action') === 'AssumeRole') return this.#assumeRole(query);
    if (url.pathname.endsWith('/oauth2/v2.0/token')) return this.#issueToken(url.pathname, body);
    this.received.push(request.headers);
    const isAzure = request.headers['x-ms-version'] !== undefined;
    const signer = /Credential=([^/]+)\//.exec(request.headers.authorization ?? '')?.[1];
    const bearer = /^Bearer (.*)/.exec(request.headers.authorization ?? '')?.[1];
    const presented = isAzure ? (query.get('sig') ?? bearer) : signer;
    if (!this.validKeys.has(presented ?? '')) return [403];
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/');
    if (bucket !== 'bills') return [404];
    if (rest.length === 0 && this.listing) return [200, this.listing()];
    if (rest.length === 0)
      return [200, isAzure ? this.#enumerationResults(query) : this.#listBucketResult(query)];
    this.fetched.push(rest.join('/'));
    const object = this.objects.get(rest.join('/'));
    return object ? [200, object.content] : [404];
  }

  #assumeRole(query: URLSearchParams): [number, string?] {
    if (query.get('ExternalId') !== 'shared-word') return [403];
    this.validKeys.add('role-key');
    return [
      200,
      '<R><AccessKeyId>role-key</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken></R>',
    ];
  }

  #issueToken(path: string, body: string): [number, string] {
    const form = new URLSearchParams(body);
    const isKnown =
      path.startsWith('/tenant-1/') &&
      form.get('client_id') === 'app-1' &&
      form.get('client_secret') === 'app-password';
    if (!isKnown) return [401, JSON.stringify({ error: 'invalid_client' })];
    this.validKeys.add('app-key');
    return [200, JSON.stringify({ access_token: 'app-key', expires_in: 3599 })];
  }

  /** One key per page, so that every listing needs several pages. */
  #page(prefix: string, after: string): { key?: string; next?: string } {
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix)).toSorted();
    const index = after === '' ? 0 : keys.indexOf(after) + 1;
    return { key: keys[index], next: index + 1 < keys.length ? keys[index] : undefined };
  }

  #listBucketResult(query: URLSearchParams): string {
    const { key, next } = this.#page(
      query.get('prefix') ?? '',
      query.get('continuation-token') ?? '',
    );
    if (key === undefined) return '<ListBucketResult/>';
    const { content, modified } = this.objects.get(key)!;
    return (
      `<ListBucketResult><Contents><Key>${encodeURIComponent(key)}</Key><Size>${content.length}</Size>` +
      `<LastModified>${modified}</LastModified><ETag>&quot;${modified}&quot;</ETag></Contents>` +
      `${next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`}</ListBucketResult>`
    );
  }

  #enumerationResults(query: URLSearchParams): string {
    const { key, next } = this.#page(query.get('prefix') ?? '', query.get('marker') ?? '');
    if (key === undefined) return '<EnumerationResults><NextMarker /></EnumerationResults>';
    const { content, modified } = this.objects.get(key)!;
    return (
      `<EnumerationResults><Blobs><Blob><Name>${key.replaceAll('&', '&amp;')}</Name><Properties>` +
      `<Last-Modified>${new Date(modified).toUTCString()}</Last-Modified><Etag>${modified}</Etag>` +
      `<Content-Length>${content.length}</Content-Length></Properties></Blob></Blobs>` +
      `<NextMarker>${next ?? ''}</NextMarker></EnumerationResults>`
    );
  }
}
