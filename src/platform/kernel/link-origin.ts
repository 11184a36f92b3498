import type { Config } from '../config.js';

/**
 * The origin of links that carry a secret: the configured one, else the address that the server listens
 * on. Headers of a request are never used, because whoever sends them could choose who gets the secret.
 *
 * @example
 * linkOriginOf(config, 8080); // 'http://127.0.0.1:8080' without FARTHING_PUBLIC_URL
 */
export function linkOriginOf(config: Config, port = config.port): string {
  return config.publicUrl ?? `http://${hostIn(config.host)}:${port}`;
}

/** A server that listens on all addresses is reached at the local one. */
function hostIn(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
