import type { Config } from '../config.js';
import { type Check, ok, warning } from './check.js';

const loopback = /^(127\.|::1$|localhost$)/;
const wholeInternet = new Set(['0.0.0.0/0', '::/0']);

/** Settings that are valid, but seldom meant: what is set, and which setting to change. */
const doubts: readonly ((config: Config) => { found: string; remedy: string } | undefined)[] = [
  ({ publicUrl, host, smtpUrl }) =>
    !publicUrl && (!loopback.test(host) || smtpUrl)
      ? {
          found: 'Links in e-mails and invitations lead to the address that the server listens on',
          remedy: 'Set FARTHING_PUBLIC_URL to the address that people open.',
        }
      : undefined,
  ({ outboundNetworks }) =>
    outboundNetworks.some((network) => wholeInternet.has(network))
      ? {
          found: 'Users can make the server send requests to every private address',
          remedy: 'List only the networks that are needed in FARTHING_OUTBOUND_NETWORKS.',
        }
      : undefined,
  ({ corsOrigins }) =>
    corsOrigins.includes('*')
      ? {
          found: 'Every website may call the API from a browser',
          remedy: 'List the origins that need it in FARTHING_CORS_ORIGINS.',
        }
      : undefined,
];

export const settingsCheck: Check = {
  name: 'settings',
  title: 'Settings',
  run: async ({ config }) => {
    const found = doubts.map((doubt) => doubt(config)).filter((each) => each !== undefined);
    if (found.length === 0) return ok('All settings are valid.');
    return warning(
      `${found.map((each) => each.found).join('; ')}.`,
      found.map((each) => each.remedy).join(' '),
    );
  },
};
