import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Entity {
  entityMeta: { getEntityID(): string; getAssertionConsumerService(binding: string): unknown };
  getMetadata(): string;
}

interface LoginRequest {
  extract: { request: { id: string } };
}

interface Responder extends Entity {
  parseLoginRequest(
    service: Entity,
    binding: string,
    request: { query: object },
  ): Promise<LoginRequest>;
  createLoginResponse(
    service: Entity,
    request: LoginRequest,
    binding: string,
    user: object,
    replaceTags: () => { id: string; context: string },
  ): Promise<{ context: string }>;
}

/** The parts of the package that are used: its own types bring those of a browser into the server. */
interface Samlify {
  Constants: {
    algorithms: { signature: Record<'RSA_SHA1' | 'RSA_SHA256', string> };
    namespace: { binding: { redirect: string } };
  };
  IdentityProvider: (settings: object) => Responder;
  ServiceProvider: (settings: { metadata: string; wantMessageSigned: boolean }) => Entity;
  setSchemaValidator: (validator: { validate: () => Promise<string> }) => void;
}

const require = createRequire(import.meta.url);
const samlify = require('samlify') as Samlify;
const { Constants, IdentityProvider, ServiceProvider, setSchemaValidator } = samlify;

// Requests come from our own service; their schema is not what is tested.
setSchemaValidator({ validate: async () => 'not checked' });

interface KeyPair {
  privateKey: string;
  certificate: string;
}

/** A self-signed certificate, made for this run. */
export function newKeyPair(): KeyPair {
  const folder = mkdtempSync(join(tmpdir(), 'farthing-saml-'));
  try {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
    const output = ['-keyout', key, '-out', certificate, '-subj', '/CN=identity provider'];
    execFileSync('openssl', [...request, ...output], { stdio: 'ignore' });
    return {
      privateKey: readFileSync(key, 'utf8'),
      certificate: readFileSync(certificate, 'utf8'),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What a response says; everything that is not given is as it should be. */
export interface SamlAnswer {
  email: string;
  nameId?: string;
  groups?: string[];
  issuer?: string;
  audience?: string;
  recipient?: string;
  inResponseTo?: string;
  assertionId?: string;
  /** Seconds from now. */
  notBefore?: number;
  notOnOrAfter?: number;
  isUnsigned?: boolean;
  isSha1?: boolean;
  /** Signs with a key that the metadata does not have. */
  keyPair?: KeyPair;
  /** What the response around the assertion says; null leaves it out. */
  response?: ResponseParts;
  /** Signs the response too. */
  isResponseSigned?: boolean;
}

interface ResponseParts {
  issuer?: string | null;
  destination?: string | null;
  inResponseTo?: string | null;
  /** The last part of the status code. */
  status?: string | null;
}

/** A SAML identity provider on loopback that serves its metadata. */
export async function startSamlProvider() {
  let keyPair = newKeyPair();
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/samlmetadata+xml');
    response.end(identityProvider(origin, keyPair).getMetadata());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    metadataUrl: `${origin}/metadata`,
    entityId: origin,
    rotateKey: () => {
      keyPair = newKeyPair();
    },
    /** Answers a request that a browser brings, with the form that the browser then posts. */
    respond: async (location: string, serviceMetadata: string, answer: SamlAnswer) => {
      const provider = identityProvider(origin, answer.keyPair ?? keyPair, answer.isSha1);
      const service = ServiceProvider({
        metadata: serviceMetadata,
        wantMessageSigned: answer.isResponseSigned ?? false,
      });
      const query = Object.fromEntries(new URL(location).searchParams);
      const request = await provider.parseLoginRequest(service, 'redirect', { query });
      const { id } = request.extract.request;
      const xml = responseXml(answer, {
        origin,
        requestId: id,
        audience: service.entityMeta.getEntityID(),
        recipient: String(service.entityMeta.getAssertionConsumerService('post')),
      });
      const RelayState = query['RelayState']!;
      if (answer.isUnsigned) {
        return { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState };
      }
      const signed = await provider.createLoginResponse(service, request, 'post', {}, () => ({
        id,
        context: xml,
      }));
      return { SAMLResponse: signed.context, RelayState };
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

let shared: ReturnType<typeof startSamlProvider> | undefined;

/** One for all that only need metadata; it ends with the process. */
export function sharedSamlProvider() {
  shared ??= startSamlProvider();
  return shared;
}

function identityProvider(origin: string, { privateKey, certificate }: KeyPair, isSha1 = false) {
  const { RSA_SHA1, RSA_SHA256 } = Constants.algorithms.signature;
  return IdentityProvider({
    entityID: origin,
    privateKey,
    signingCert: certificate,
    isAssertionEncrypted: false,
    requestSignatureAlgorithm: isSha1 ? RSA_SHA1 : RSA_SHA256,
    singleSignOnService: [
      { Binding: Constants.namespace.binding.redirect, Location: `${origin}/sso` },
    ],
  });
}

const moment = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

function responseXml(
  answer: SamlAnswer,
  expected: { origin: string; requestId: string; audience: string; recipient: string },
): string {
  const { email, nameId = email, groups = [] } = answer;
  const issuer = answer.issuer ?? expected.origin;
  const inResponseTo = answer.inResponseTo ?? expected.requestId;
  const recipient = answer.recipient ?? expected.recipient;
  const [from, until] = [moment(answer.notBefore ?? -5), moment(answer.notOnOrAfter ?? 300)];
  const around = {
    issuer,
    destination: recipient,
    inResponseTo,
    status: 'Success',
    ...answer.response,
  };
  const xmlAttribute = (name: string, value: string | null) =>
    value === null ? '' : ` ${name}="${value}"`;
  const xmlStatus = (status: string) =>
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></samlp:Status>`;
  const attribute = (name: string, values: string[]) =>
    `<saml:Attribute Name="${name}">${values
      .map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`)
      .join('')}</saml:Attribute>`;
  return (
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_${randomUUID()}" Version="2.0" IssueInstant="${moment(0)}"${xmlAttribute('Destination', around.destination)}${xmlAttribute('InResponseTo', around.inResponseTo)}>` +
    (around.issuer === null ? '' : `<saml:Issuer>${around.issuer}</saml:Issuer>`) +
    (around.status === null ? '' : xmlStatus(around.status)) +
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${answer.assertionId ?? `_${randomUUID()}`}" Version="2.0" IssueInstant="${moment(0)}"><saml:Issuer>${issuer}</saml:Issuer>` +
    `<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">${nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${until}" Recipient="${recipient}" InResponseTo="${inResponseTo}"/></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${from}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${answer.audience ?? expected.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${moment(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    `<saml:AttributeStatement>${attribute('email', [email])}${attribute('displayName', ['Grace'])}${attribute('groups', groups)}</saml:AttributeStatement></saml:Assertion></samlp:Response>`
  );
}
