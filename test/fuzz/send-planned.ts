import { type Agent, type IncomingMessage, request } from 'node:http';
import { bodies, factories } from '../contract/samples.js';
import type { Operation } from '../../src/platform/kernel/operation.js';
import type { Account } from '../harness.js';
import type { PlannedRequest } from './requests.js';
import { fillIn } from './schema-values.js';

export interface SentRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

export interface FuzzResponse {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

/** The account of a run of requests, and tokens of objects in it by path parameter. */
export interface FuzzAccount {
  account: Account;
  pool: Record<string, string>;
  /** Bodies that operations accept, by operation. */
  samples: Map<string, object>;
}

/** Creates one object of every kind. */
export async function fillAccount(account: Account): Promise<FuzzAccount> {
  const pool: Record<string, string> = { workspace_token: account.workspace.token };
  for (const [name, create] of Object.entries(factories)) pool[name] ??= await create(account);
  return { account, pool, samples: new Map() };
}

const timeoutMs = 60_000;

/** Fills the tokens of an account into a planned request. */
export async function prepare(plan: PlannedRequest, owner: FuzzAccount): Promise<SentRequest> {
  const { account, pool } = owner;
  const path = plan.operation.path.replace(/\{([^}]+)\}/g, (_, name: string) =>
    fillIn(plan.params[name]!, pool),
  );
  const query = plan.query.map(([key, value]) => `${key}=${fillIn(value, pool)}`).join('&');
  const headers = Object.entries(plan.headers)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => [name, fillIn(value, { secret: account.secret })]);
  return {
    method: plan.method,
    path: query ? `${path}?${query}` : path,
    headers: Object.fromEntries(headers),
    body: await bodyOf(plan, owner),
  };
}

async function bodyOf(
  { body, operation }: PlannedRequest,
  owner: FuzzAccount,
): Promise<Buffer | undefined> {
  if (body.kind === 'none') return undefined;
  if (body.kind === 'bytes') return Buffer.from(body.bytes);
  const filled = (value: unknown) => Buffer.from(fillIn(JSON.stringify(value) ?? '', owner.pool));
  if (body.kind === 'json') return filled(body.value);
  const sample = await sampleOf(operation, owner);
  return Buffer.isBuffer(sample) ? sample : filled({ ...sample, ...body.changes });
}

async function sampleOf({ id }: Operation, { account, pool, samples }: FuzzAccount) {
  // An earlier request may have deleted what the sample needs.
  if (!samples.has(id)) {
    samples.set(id, (await bodies[id]?.(account, pool).catch(() => undefined)) ?? {});
  }
  return samples.get(id)!;
}

/** Sends a request as it is, without the corrections that most clients make. */
export function send(origin: string, agent: Agent, sent: SentRequest): Promise<FuzzResponse> {
  const { hostname, port } = new URL(origin);
  const { method, path, body } = sent;
  const headers = { ...sent.headers, 'content-length': body?.length ?? 0 };
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, method, path, headers, agent, timeout: timeoutMs });
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no response in ${timeoutMs} ms`)));
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode!, headers: response.headers, text });
      });
    });
    outgoing.end(body);
  });
}
