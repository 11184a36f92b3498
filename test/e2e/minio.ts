import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { signedRequests } from '../../src/platform/outbound/signed-requests.js';
import { sendTrusted } from '../../src/platform/outbound/send-request.js';
import { waitFor } from './server-process.js';

/** The program of the S3 server MinIO; undefined where it is not in the PATH. */
export function findMinio(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, 'minio')).find((path) => existsSync(path));
}

export interface Minio {
  /** A URL of a prefix of the bucket, as settings have it. */
  url(prefix: string): string;
  /** The keys of the bucket. */
  keys: Record<string, string>;
  /** Sends a signed request to a path of the server. */
  send(method: string, path: string): Promise<Response>;
  stop(): void;
}

const accessKeyId = 'farthing-tests';
const secretAccessKey = 'secret of the tests';

/** Starts MinIO on a free port, with a bucket. */
export async function startMinio(program: string, folder: string): Promise<Minio> {
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(program, ['server', folder, '--address', address, '--quiet'], {
    env: { HOME: folder, MINIO_ROOT_USER: accessKeyId, MINIO_ROOT_PASSWORD: secretAccessKey },
    stdio: 'ignore',
  });
  const endpoint = `http://${address}`;
  const signed = signedRequests(sendTrusted, { accessKeyId, secretAccessKey }, 's3', 'us-east-1');
  const send = (method: string, path: string) =>
    signed(`${endpoint}${path}`, { method, signal: AbortSignal.timeout(30_000) });
  await waitFor('MinIO has a bucket', async () => {
    const response = await send('PUT', '/farthing').catch(() => undefined);
    return response?.ok ? true : undefined;
  });
  return {
    url: (prefix) => `s3://farthing/${prefix}?endpoint=${endpoint}`,
    keys: { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey },
    send,
    stop: () => void child.kill('SIGKILL'),
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
