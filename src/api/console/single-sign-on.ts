import { z } from 'zod';
import {
  finishLogIn,
  startLogIn,
  parkSamlResponse,
  samlMetadataOf,
} from '../../domain/people/sso/index.js';
import { Reply, operation } from '../../platform/kernel/operation.js';
import { notFound } from '../../platform/lib/errors.js';
import { Session, sessionReply } from './session.js';

/** A page of the console, never another site. */
const page = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])[\x21-\x7e]*$/);

const startSso = operation({
  id: 'startSsoLogIn',
  tag: 'Console',
  method: 'POST',
  path: '/console/sso',
  summary: 'Start a log-in with the identity provider of an email domain',
  body: z.object({ email: z.string().max(320), return_to: page.default('/') }),
  status: 201,
  errors: [400, 404, 429, 503],
  open: true,
  // Waits for the identity provider.
  ownTransaction: true,
  response: z.object({
    location: z.string().describe('Where the browser logs in at the identity provider.'),
  }),
  run: async ({ body }, ctx) => {
    const { location, cookie } = await startLogIn(ctx, body);
    return new Reply({ location }, { headers: { 'set-cookie': cookie } });
  },
});

const finishSso = operation({
  id: 'finishSsoLogIn',
  tag: 'Console',
  method: 'POST',
  path: '/console/sso/session',
  summary: 'Finish a log-in with what the identity provider sent to the browser',
  body: z.object({
    account_token: z.string(),
    query: z.string().describe('The query of the address that the browser returned to.'),
  }),
  status: 201,
  errors: [400, 401, 403, 404],
  open: true,
  // A log-in can be redeemed once, also if it fails.
  ownTransaction: true,
  response: Session.extend({ return_to: z.string() }).partial({
    user_token: true,
    csrf_token: true,
  }),
  run: async ({ body }, ctx) => {
    const { session, return_to } = await finishLogIn(ctx, body.account_token, body.query);
    return session ? sessionReply(ctx, { ...session, return_to }) : new Reply({ return_to });
  },
});

const account = z.object({ account_token: z.string() });
const isAccount = (token: string) => /^acct_[0-9a-f]{16}$/.test(token);

const receiveSamlResponse = operation({
  id: 'receiveSamlResponse',
  tag: 'Console',
  method: 'POST',
  path: '/console/sso/acs/{account_token}',
  summary: 'Receive the response of a SAML identity provider from the browser',
  params: account,
  body: z.object({
    SAMLResponse: z.string().regex(/^[A-Za-z0-9+/=\s]+$/),
    RelayState: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  }),
  form: true,
  status: 303,
  errors: [400, 404],
  open: true,
  // Responses with many groups are large.
  maxOpenBodyBytes: 512 * 1024,
  run: async ({ params: { account_token: token }, body }, ctx) => {
    if (!isAccount(token)) throw notFound('Account');
    const { SAMLResponse: response, RelayState: state } = body;
    await parkSamlResponse(ctx, token, { state, response });
    return new Reply(undefined, { headers: { location: `/sso/${token}?state=${state}` } });
  },
});

/** Depends on nothing but its address, so that it tells nobody which accounts there are. */
const getSamlMetadata = operation({
  id: 'getSamlMetadata',
  tag: 'Console',
  method: 'GET',
  path: '/console/sso/metadata/{account_token}',
  summary: 'Get the SAML metadata of an account as service provider, as XML',
  params: account,
  status: 200,
  errors: [404],
  open: true,
  run: async ({ params: { account_token: token } }, ctx) => {
    if (!isAccount(token)) throw notFound('Account');
    const headers = { 'content-type': 'application/samlmetadata+xml' };
    return new Reply(await samlMetadataOf(ctx.linkOrigin, token), { headers });
  },
});

export const singleSignOn = [startSso, finishSso, receiveSamlResponse, getSamlMetadata];
