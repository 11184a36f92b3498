import type { Account } from '../harness.js';
import { clientFor } from '../harness.js';

/** A browser on the console: it keeps the cookies that single sign-on and sessions set. */
export function openBrowser({ app }: Pick<Account, 'app'>) {
  const cookies = new Map<string, string>();
  const send = async (path: string, body: object) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await clientFor(app, undefined).send('POST', path, body, { cookie });
    for (const text of [response.headers['set-cookie'] ?? []].flat()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(String(text))!;
      cookies.set(name!, value!);
    }
    return response;
  };
  return {
    hasSession: () => cookies.has('farthing_session'),
    start: (email: string) => send('/console/sso', { email }),
    /** Where the service sends the browser. */
    locationFor: async (email: string): Promise<string> => {
      const { status, body } = await send('/console/sso', { email });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body.location;
    },
    /** What the page does that the identity provider leads back to. */
    finish: (address: URL | string) => {
      const { pathname, search } = new URL(address, 'http://localhost');
      const account_token = pathname.split('/').at(-1)!;
      return send('/console/sso/session', { account_token, query: search.slice(1) });
    },
    /** What the form of a SAML provider does; the request comes from another site, without cookies. */
    postSaml: async (account: string, form: { SAMLResponse: string; RelayState: string }) =>
      clientFor(app, undefined).send(
        'POST',
        `/console/sso/acs/${account}`,
        new URLSearchParams(form).toString(),
        { 'content-type': 'application/x-www-form-urlencoded' },
      ),
    get: async (path: string) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      return clientFor(app, undefined).send('GET', path, undefined, { cookie });
    },
    logInWithPassword: (email: string, password: string) =>
      send('/console/session', { email, password }),
    adopt: (headers: Record<string, unknown>) => {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(String(headers['set-cookie']))!;
      cookies.set(name!, value!);
    },
  };
}
