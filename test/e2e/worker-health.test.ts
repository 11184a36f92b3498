import { expect, test } from 'vitest';
import { call, timeoutMs, useProcesses } from './server-process.js';

const { newFolder, launchServer } = useProcesses();

test(
  'a process without the API serves its health and metrics on a port of their own, and nothing else',
  { timeout: timeoutMs },
  async () => {
    const env = { FARTHING_HEALTH_PORT: '0', FARTHING_METRICS: 'true' };
    const worker = await launchServer(newFolder(), env, ['--roles', 'worker']).ready();
    expect(worker.url).toBe('');
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(worker.stderr())!;
    for (const path of ['/livez', '/healthz', '/readyz']) {
      expect((await call(url, 'GET', path)).body).toMatchObject({ status: 'ok' });
    }
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('farthing_http_requests_total');
    const paths = ['/v2/me', '/console/session', '/', '/docs', '/oas_v3.json', '/assets/x.js'];
    expect(await Promise.all(paths.map(async (path) => (await fetch(url + path)).status))).toEqual([
      401, 401, 404, 404, 404, 404,
    ]);
    // Not even with a credential.
    expect((await call(url, 'GET', '/v2/me')).status).toBe(404);
    expect((await worker.stop()).status).toBe(0);
  },
);
