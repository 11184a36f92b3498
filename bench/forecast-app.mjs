// Opens the application on its own data folder at a fixed time.
import { openApp } from '../build/app.js';
import { readConfig } from '../build/platform/config.js';
import { createLog } from '../build/platform/lib/log.js';

const secret = `vntg_tkn_${'ab'.repeat(20)}`;

export async function openForecastApp(data) {
  const config = readConfig({
    FARTHING_DATA: data,
    FARTHING_RATE_LIMIT: '0',
    FARTHING_BOOTSTRAP_TOKEN: secret,
    FARTHING_LOG_LEVEL: 'silent',
  });
  const clock = () => new Date('2026-03-10T09:00:00Z');
  const app = await openApp({ config, log: createLog('silent'), clock });
  const send = async (method, url, body) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const payload = body && JSON.stringify(body);
    const response = await app.server.inject({ method, url, headers, payload });
    if (response.statusCode >= 300) throw new Error(`${method} ${url}: ${response.body}`);
    return response.json();
  };
  const get = (url) => send('GET', url);
  return { app, get, send };
}
