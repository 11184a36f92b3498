import { type JsonWebKey, type KeyObject, createSign, generateKeyPairSync } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { browserFetch } from './browser-fetch.js';

type Values = Record<string, unknown>;

/** The user who is logged in at the provider. */
export interface OidcUser {
  sub: string;
  email: string;
  name?: string;
  email_verified?: unknown;
  groups?: string[];
}

interface Key {
  jwk: JsonWebKey;
  privateKey: KeyObject;
}

function newKey(kid: string): Key {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' };
  return { jwk, privateKey };
}

const client = { client_id: 'farthing', client_secret: 'a secret of the client' };

/** A real OpenID Connect provider on loopback, whose answers can be altered on their way. */
export async function startOidcProvider(redirectUris: () => string[]) {
  let user: OidcUser = { sub: '', email: '' };
  let key = newKey('first');
  let handle: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  let alter: { path: string; change: (body: Values) => Values } | undefined;
  const server = createServer((request, response) => {
    if (alter && request.url?.startsWith(alter.path)) alterBody(response, alter.change);
    handle!(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  /** Starts the provider anew, as after a deployment with another key. */
  const restart = () => {
    const provider = newProvider(issuer, key, redirectUris(), () => user);
    const callback = provider.callback();
    handle = (request, response) => {
      const isInteraction = request.url?.startsWith('/interaction/');
      const login = { accountId: user.sub };
      void (isInteraction
        ? provider.interactionFinished(request, response, { login })
        : callback(request, response));
    };
  };

  return {
    issuer,
    client,
    restart,
    rotateKey: () => {
      key = newKey('second');
      restart();
    },
    /** Whoever opens the provider in a browser is this user. */
    setUser: (next: OidcUser) => {
      user = next;
    },
    /** Logs a user in at the address that the service sent the browser to; returns where it leads. */
    logIn: async (location: string, as: OidcUser): Promise<URL> => {
      user = as;
      return browserFetch(location, (url) => redirectUris().includes(url.origin + url.pathname));
    },
    /** Changes claims of the next ID tokens; they are signed by the provider's key unless given. */
    alterIdToken: (claims: Values, signer: KeyObject = key.privateKey) => {
      alter = {
        path: '/token',
        change: (body) => ({
          ...body,
          id_token: signAgain(String(body['id_token']), claims, signer),
        }),
      };
    },
    alterConfiguration: (values: Values) => {
      alter = {
        path: '/.well-known/openid-configuration',
        change: (body) => ({ ...body, ...values }),
      };
    },
    reset: () => {
      alter = undefined;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function newProvider(issuer: string, { jwk }: Key, redirect_uris: string[], user: () => OidcUser) {
  const provider: Provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris, response_types: ['code'] }],
    jwks: { keys: [jwk] },
    cookies: { keys: ['a key of the provider'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: { Session: 1, Grant: 60, Interaction: 60, AccessToken: 60, IdToken: 60 },
    findAccount: (_ctx: unknown, accountId: string) => ({
      accountId,
      claims: async () => ({ email_verified: true, ...user() }),
    }),
    loadExistingGrant: async (ctx: {
      oidc: { session: { accountId: string }; client: { clientId: string } };
    }) => {
      const { session, client: asking } = ctx.oidc;
      const grant = new provider.Grant({
        accountId: session.accountId,
        clientId: asking.clientId,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  return provider;
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function signAgain(token: string, claims: Values, signer: KeyObject): string {
  const [head, payload] = token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Values);
  const signed = `${encode(head)}.${encode({ ...payload, ...claims })}`;
  return `${signed}.${createSign('sha256').update(signed).sign(signer, 'base64url')}`;
}

function alterBody(response: ServerResponse, change: (body: Values) => Values): void {
  const end = response.end.bind(response) as (text: string) => ServerResponse;
  response.end = ((chunk: unknown) => {
    const body = JSON.stringify(change(JSON.parse(String(chunk)) as Values));
    response.setHeader('content-length', Buffer.byteLength(body));
    return end(body);
  }) as ServerResponse['end'];
}
