import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface FileBucket {
  /** Settings of a server that stores its files in the bucket, under a prefix. */
  settings(prefix: string): Record<string, string>;
  close(): void;
}

/** Starts an S3-compatible bucket that holds its files in memory. Signatures are not verified. */
export async function startFileBucket(): Promise<FileBucket> {
  const files = new Map<string, Buffer>();
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { method, url = '' } = request;
    if (method === 'PUT') files.set(url, await buffer(request));
    if (method === 'DELETE') files.delete(url);
    if (method === 'GET' && url.includes('?list-type=2')) {
      return void response.writeHead(200).end(listing(files, url));
    }
    const file = files.get(url);
    const isMissing = (method === 'GET' || method === 'HEAD') && !file;
    response.writeHead(isMissing ? 404 : 200).end(method === 'GET' ? file : undefined);
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    settings: (prefix) => ({
      FILES_URL: `s3://files/${prefix}?endpoint=${endpoint}`,
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
    }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The listing of all files under a prefix, on one page. */
function listing(files: ReadonlyMap<string, Buffer>, url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://bucket');
  const prefix = `${pathname}/${searchParams.get('prefix')}`;
  const entries = [...files].filter(([path]) => path.startsWith(prefix));
  const contents = entries.map(
    ([path, content]) =>
      `<Contents><Key>${encodeURIComponent(path.slice(pathname.length + 1))}</Key>` +
      `<Size>${content.length}</Size><LastModified>2026-01-01T00:00:00Z</LastModified></Contents>`,
  );
  return `<ListBucketResult>${contents.join('')}</ListBucketResult>`;
}
