import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setTime } from '../clock.js';
import { type Account, newAccount } from '../harness.js';
import { type SamlAnswer, newKeyPair, startSamlProvider } from './saml-identity-provider.js';
import { openBrowser } from './sso-browser.js';

const domain = `${randomUUID()}.test`;
const path = '/v2/sso_connection';
const failed = 'Single sign-on failed; try again, or ask an owner of your account for help';

let account: Account;
let provider: Awaited<ReturnType<typeof startSamlProvider>>;
let metadata: string;

beforeAll(async () => {
  account = await newAccount();
  provider = await startSamlProvider();
  const settings = { type: 'saml', saml_metadata_url: provider.metadataUrl, domains: [domain] };
  const { status, body } = await account.as.put(path, settings);
  expect([status, body.saml_entity_id], JSON.stringify(body)).toEqual([200, provider.entityId]);
  const { body: own } = await account.as.get(`${path}/service_provider`);
  metadata = (await account.as.get(new URL(own.metadata_url).pathname)).body;
});
afterAll(() => {
  setTime('2026-03-10T09:00:00Z');
  provider.close();
});

type Form = { SAMLResponse: string; RelayState: string };
const newEmail = () => `${randomUUID()}@${domain}`;

/** A whole log-in; `change` alters the form on its way. */
async function logIn(answer: SamlAnswer, change: (form: Form) => Form = (form) => form) {
  const browser = openBrowser(account);
  const location = await browser.locationFor(`someone@${domain}`);
  const form = change(await provider.respond(location, metadata, answer));
  const posted = await browser.postSaml(account.account.token, form);
  if (posted.status !== 303) return { browser, form, response: posted };
  return { browser, form, response: await browser.finish(String(posted.headers['location'])) };
}

async function expectRefused(answer: SamlAnswer, change?: (form: Form) => Form) {
  const { browser, response } = await logIn(answer, change);
  expect([response.status, response.body.errors]).toEqual([401, [failed]]);
  expect(browser.hasSession()).toBe(false);
  const { body } = await account.as.get('/v2/users?limit=1000');
  expect(body.users.map((user: { email: string }) => user.email)).not.toContain(answer.email);
}

const changeXml = (change: (xml: string) => string) => (form: Form) => ({
  ...form,
  SAMLResponse: Buffer.from(
    change(Buffer.from(form.SAMLResponse, 'base64').toString('utf8')),
  ).toString('base64'),
});

test('a signed assertion logs in, and creates the user', async () => {
  const email = newEmail();
  const { browser, response } = await logIn({ email, nameId: 'grace' });
  expect([response.status, response.body.return_to]).toEqual([201, '/']);
  expect((await browser.get('/v2/me')).status).toBe(200);
  const { body } = await account.as.get(`/v2/users/${response.body.user_token}`);
  expect(body).toMatchObject({ email, name: 'Grace', role: 'Viewer' });
  const again = await logIn({ email: newEmail(), nameId: 'grace' });
  expect(again.response.body.user_token).toBe(response.body.user_token);
});

test('clocks may differ a little, not much', async () => {
  expect((await logIn({ email: newEmail(), notBefore: 30 })).response.status).toBe(201);
  expect((await logIn({ email: newEmail(), notOnOrAfter: -30 })).response.status).toBe(201);
  await expectRefused({ email: newEmail(), notBefore: 120 });
  await expectRefused({ email: newEmail(), notOnOrAfter: -120 });
});

test.each<[string, Partial<SamlAnswer>]>([
  ['unsigned', { isUnsigned: true }],
  ['signed with SHA-1', { isSha1: true }],
  ['for another audience', { audience: 'https://elsewhere.test' }],
  ['for another recipient', { recipient: 'https://elsewhere.test/acs' }],
  ['of another issuer', { issuer: 'https://elsewhere.test' }],
  ['in response to an unknown request', { inResponseTo: '_unknown' }],
])('an assertion %s is refused', async (_name, answer) => {
  await expectRefused({ email: newEmail(), ...answer });
});

describe.each([
  ['unsigned', false],
  ['signed', true],
])('a response that is %s itself, around a signed assertion,', (_name, isResponseSigned) => {
  test('logs in', async () => {
    expect((await logIn({ email: newEmail(), isResponseSigned })).response.status).toBe(201);
  });

  test.each<[string, SamlAnswer['response']]>([
    ['of another issuer', { issuer: 'https://elsewhere.test' }],
    ['for another destination', { destination: 'https://elsewhere.test/acs' }],
    ['with the status Requester', { status: 'Requester' }],
    ['with the status Responder', { status: 'Responder' }],
    ['without a status', { status: null }],
    ['in response to another request', { inResponseTo: '_unknown' }],
    ['in response to no request', { inResponseTo: null }],
  ])('%s is refused', async (_fault, response) => {
    await expectRefused({ email: newEmail(), isResponseSigned, response });
  });
});

test('an unsigned response need not name issuer and destination, a signed one the issuer', async () => {
  const silent = { issuer: null, destination: null };
  expect((await logIn({ email: newEmail(), response: silent })).response.status).toBe(201);
  const response = { destination: null };
  await expectRefused({ email: newEmail(), isResponseSigned: true, response });
});

test('a response with a second status or issuer is refused', async () => {
  const success = /<samlp:Status>[^]*<\/samlp:Status>/;
  const failure =
    '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"/></samlp:Status>';
  const addStatus = changeXml((xml) => xml.replace(success, (status) => status + failure));
  await expectRefused({ email: newEmail() }, addStatus);
  const other = '<saml:Issuer>https://elsewhere.test</saml:Issuer>';
  const addIssuer = changeXml((xml) => xml.replace('<samlp:Status>', `${other}<samlp:Status>`));
  await expectRefused({ email: newEmail() }, addIssuer);
});

test('a response whose own signature does not hold is refused', async () => {
  const change = changeXml((xml) => xml.replace(/(IssueInstant=")\d{4}/, '$12001'));
  await expectRefused({ email: newEmail(), isResponseSigned: true }, change);
});

test('an assertion signed with another key is refused', async () => {
  await expectRefused({ email: newEmail(), keyPair: newKeyPair() });
});

test('an altered assertion is refused', async () => {
  const email = newEmail();
  const change = changeXml((xml) => xml.replaceAll(email, newEmail()));
  await expectRefused({ email }, change);
});

/** The signed assertion, and one that someone wrote after it. */
function forge(xml: string, email: string, id: string) {
  const signed = /<saml:Assertion[^]*<\/saml:Assertion>/.exec(xml)![0];
  const signature = /<ds:Signature[^]*<\/ds:Signature>/.exec(signed)![0];
  const forged = signed
    .replace(signature, '')
    .replace(/(<saml:Assertion[^>]* ID=")[^"]+/, `$1${id}`)
    .replaceAll(/[^>@]+@[^<]+/g, email);
  return { signed, signature, forged };
}

const wrappings: Record<string, (xml: string, victim: string) => string> = {
  'before the signed one': (xml, victim) => {
    const { signed, forged } = forge(xml, victim, '_forged');
    return xml.replace(signed, forged + signed);
  },
  'after the signed one': (xml, victim) => {
    const { signed, forged } = forge(xml, victim, '_forged');
    return xml.replace(signed, signed + forged);
  },
  'in place of the signed one, which moves into extensions': (xml, victim) => {
    const { signed, forged } = forge(xml, victim, '_forged');
    const moved = `<samlp:Extensions>${signed}</samlp:Extensions>`;
    return xml.replace(signed, forged).replace('<samlp:Status>', `${moved}<samlp:Status>`);
  },
  'with the signature, which holds the signed one': (xml, victim) => {
    const { signed, signature, forged } = forge(xml, victim, '_forged');
    const inner = signed.replace(signature, '');
    const holding = signature.replace(
      '</ds:Signature>',
      `<ds:Object>${inner}</ds:Object></ds:Signature>`,
    );
    return xml.replace(signed, forged.replace('</saml:Issuer>', `</saml:Issuer>${holding}`));
  },
  'around the signed one': (xml, victim) => {
    const { signed, forged } = forge(xml, victim, '_forged');
    return xml.replace(signed, forged.replace('</saml:Assertion>', `${signed}</saml:Assertion>`));
  },
  'with the id of the signed one': (xml, victim) => {
    const id = /<saml:Assertion[^>]* ID="([^"]+)/.exec(xml)![1]!;
    const { signed, signature, forged } = forge(xml, victim, id);
    const own = forged.replace('</saml:Issuer>', `</saml:Issuer>${signature}`);
    const moved = `<samlp:Extensions>${signed.replace(signature, '')}</samlp:Extensions>`;
    return xml.replace(signed, own).replace('<samlp:Status>', `${moved}<samlp:Status>`);
  },
};

test.each(Object.keys(wrappings))('a forged assertion %s is refused', async (name) => {
  const victim = newEmail();
  await expectRefused(
    { email: newEmail() },
    changeXml((xml) => {
      const wrapped = wrappings[name]!(xml, victim);
      expect(wrapped).toContain(victim);
      return wrapped;
    }),
  );
});

test('comments do not split an address', async () => {
  const victim = newEmail();
  const email = `${victim}.evil.test`;
  const change = changeXml((xml) => xml.replaceAll(email, `${victim}<!---->.evil.test`));
  const { browser, response } = await logIn({ email }, change);
  // The signature holds, but the address is not one of the domain.
  expect(response.status).toBe(403);
  expect(browser.hasSession()).toBe(false);
});

test('a response works once, in the browser that asked, at the address of its account', async () => {
  const email = newEmail();
  const { form, browser, response } = await logIn({ email });
  expect(response.status).toBe(201);
  const replayed = await browser.postSaml(account.account.token, form);
  expect([replayed.status, replayed.body.errors]).toEqual([
    400,
    ['The log-in has expired or was already used; start again'],
  ]);
  const location = await browser.locationFor(email);
  const other = await newAccount();
  const fresh = await provider.respond(location, metadata, { email });
  expect((await browser.postSaml(other.account.token, fresh)).status).toBe(400);
  const posted = await browser.postSaml(account.account.token, fresh);
  const stranger = openBrowser(account);
  expect((await stranger.finish(String(posted.headers['location']))).status).toBe(400);
  expect(stranger.hasSession()).toBe(false);
});

test('the same assertion is not accepted in answer to another request', async () => {
  const assertionId = `_${randomUUID()}`;
  expect((await logIn({ email: newEmail(), assertionId })).response.status).toBe(201);
  await expectRefused({ email: newEmail(), assertionId });
});

test('an earlier response in answer to a new request is refused', async () => {
  const { form } = await logIn({ email: newEmail() });
  const { SAMLResponse } = form;
  await expectRefused({ email: newEmail() }, (next) => ({ ...next, SAMLResponse }));
});

test('a replaced key is found in the metadata', async () => {
  provider.rotateKey();
  setTime('2026-03-10T09:05:00Z');
  expect((await logIn({ email: newEmail() })).response.status).toBe(201);
});

test.each([
  ['no metadata', 'data:text/plain,x', 'must be a URL that starts with https://'],
  ['a closed port', 'http://127.0.0.1:1/', 'saml_metadata_url: '],
  ['a private address', 'https://10.1.2.3/', 'not a public address'],
  ['a password', 'https://u:p@a.test/', 'must not contain a user name or password'],
])('%s is no connection', async (_name, saml_metadata_url, message) => {
  const { status, body } = await account.as.put(path, { saml_metadata_url });
  expect(status).toBe(422);
  expect(body.errors[0]).toContain(message);
});

test('metadata tells nothing about accounts', async () => {
  expect(metadata).toContain('WantAssertionsSigned="true"');
  const unknown = await account.as.get('/console/sso/metadata/acct_0000000000000000');
  expect([unknown.status, unknown.headers['content-type']]).toEqual([
    200,
    'application/samlmetadata+xml',
  ]);
  expect((await account.as.get('/console/sso/metadata/x')).status).toBe(404);
});

describe('a managed account', () => {
  const newManaged = async (more: object = {}) => {
    const { body } = await account.as.post('/v2/managed_accounts', {
      name: 'Customer',
      contact_email: `${randomUUID()}@${randomUUID()}.test`,
      email_domain: `Customer-${randomUUID()}.test`,
      ...more,
    });
    return { ...body, path: `/v2/managed_accounts/${body.token}/sso_connection` };
  };
  const saml = () => ({ type: 'saml', saml_metadata_url: provider.metadataUrl });

  test('has a connection, whose users belong to it alone', async () => {
    const managed = await newManaged();
    const email_domain = managed.email_domain.toLowerCase();
    const additional = `${randomUUID()}.test`;
    const created = await account.as.post(managed.path, {
      ...saml(),
      additional_domains: [additional],
    });
    expect([created.status, created.body.sso_connection]).toEqual([
      201,
      {
        type: 'saml',
        saml_metadata_url: provider.metadataUrl,
        domains: [email_domain, additional],
      },
    ]);
    const browser = openBrowser(account);
    const email = `a@${additional}`;
    const location = await browser.locationFor(email);
    const own = `/console/sso/metadata/${managed.token}`;
    const form = await provider.respond(location, (await account.as.get(own)).body, { email });
    // The same identity provider, yet an assertion for one account is none for another.
    expect((await browser.postSaml(account.account.token, form)).status).toBe(400);
    const { headers } = await browser.postSaml(managed.token, form);
    expect((await browser.finish(String(headers['location']))).status).toBe(201);
    const { body: me } = await browser.get('/v2/users');
    expect(JSON.stringify(me)).not.toContain(account.owner.email);
  });

  test('follows its email domain, which it needs', async () => {
    const managed = await newManaged();
    await account.as.post(managed.path, saml());
    const own = `/v2/managed_accounts/${managed.token}`;
    expect((await account.as.put(own, { email_domain: null })).status).toBe(400);
    const email_domain = `${randomUUID()}.test`;
    const { body } = await account.as.put(own, { email_domain });
    expect(body.sso_connection.domains).toEqual([email_domain]);
    const replaced = await account.as.put(managed.path, { additional_domains: [domain] });
    expect([replaced.status, replaced.body.errors]).toEqual([
      400,
      [`additional_domains: ${domain} belongs to another account`],
    ]);
    const cleared = await account.as.put(managed.path, { additional_domains: [] });
    expect(cleared.body.sso_connection.domains).toEqual([email_domain]);
  });

  test('has no email domain that the connection of another account has claimed', async () => {
    const taken = ['email_domain is already used by another account'];
    const email_domain = domain.toUpperCase();
    const values = { name: 'Late', contact_email: `${randomUUID()}@${randomUUID()}.test` };
    const created = await account.as.post('/v2/managed_accounts', { ...values, email_domain });
    expect([created.status, created.body.errors]).toEqual([400, taken]);
    const managed = await newManaged();
    const own = `/v2/managed_accounts/${managed.token}`;
    const changed = await account.as.put(own, { email_domain });
    expect([changed.status, changed.body.errors]).toEqual([400, taken]);
    // A domain that its own connection has is not taken.
    const additional = `${randomUUID()}.test`;
    await account.as.post(managed.path, { ...saml(), additional_domains: [additional] });
    const { body } = await account.as.put(own, { email_domain: additional });
    expect(body.sso_connection.domains).toEqual([additional]);
  });

  test('and the connection of another one never get the same domain at the same time', async () => {
    const managed = await newManaged();
    await account.as.post(managed.path, saml());
    for (let round = 0; round < 10; round += 1) {
      const contested = `${randomUUID()}.test`;
      const responses = await Promise.all([
        account.as.put(managed.path, { additional_domains: [contested] }),
        account.as.post('/v2/managed_accounts', {
          name: 'At once',
          contact_email: `${randomUUID()}@${randomUUID()}.test`,
          email_domain: contested,
        }),
      ]);
      expect(responses.filter(({ status }) => status === 400)).toHaveLength(1);
    }
  });

  test('refuses what the contract refuses', async () => {
    const managed = await newManaged();
    const statusOf = async (method: string, body?: object) =>
      (await account.as.send(method, managed.path, body)).status;
    expect(await statusOf('PUT', {})).toBe(404);
    expect(await statusOf('DELETE')).toBe(404);
    expect(await statusOf('POST', { ...saml(), type: 'oidc' })).toBe(400);
    expect(await statusOf('POST', { type: 'saml' })).toBe(400);
    expect(await statusOf('POST', { type: 'saml', saml_metadata_url: 'http://a.test' })).toBe(400);
    expect(await statusOf('POST', saml())).toBe(201);
    expect(await statusOf('POST', saml())).toBe(400);
    expect(await statusOf('DELETE')).toBe(204);
    const without = await newManaged({ email_domain: undefined });
    const { status, body } = await account.as.post(without.path, saml());
    expect([status, body.errors]).toEqual([400, ['email_domain is missing']]);
  });
});
