import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, openApp } from '../src/app.js';
import { createAccount } from '../src/domain/people/users/create-account.js';
import type { Scope } from '../src/platform/auth/actor.js';
import { type Holder, createCredential } from '../src/platform/auth/credential-store.js';
import { readConfig } from '../src/platform/config.js';
import { newToken } from '../src/platform/lib/tokens.js';
import { createLog } from '../src/platform/lib/log.js';
import { clock } from './clock.js';
import { newCostDatabase } from './cost-database.js';
import { newMigratedDatabase, serverUrl } from './database-server.js';
import type { OrganisationRole, TeamRole } from '../src/platform/store/tables.js';

let opening: Promise<App> | undefined;

/** One app, and so one pair of engines, for all test files of a worker process. */
export function testApp(): Promise<App> {
  opening ??= open();
  return opening;
}

let listening: Promise<string> | undefined;

/** URL of the shared app, for clients that need a socket. */
export async function testOrigin(): Promise<string> {
  const { server } = await testApp();
  listening ??= server.listen({ host: '127.0.0.1', port: 0 });
  return listening;
}

async function open(): Promise<App> {
  const costDatabaseUrl = await newCostDatabase();
  const config = readConfig({
    FARTHING_DATA: mkdtempSync(join(tmpdir(), 'farthing-test-')),
    FARTHING_RATE_LIMIT: '0',
    // No test depends on the speed of the machine.
    FARTHING_QUERY_SECONDS: '600',
    FARTHING_METRICS: 'true',
    // Buckets and services that tests start.
    FARTHING_OUTBOUND_NETWORKS: '127.0.0.1',
    ...(serverUrl ? { DATABASE_URL: await newMigratedDatabase() } : {}),
    ...(costDatabaseUrl ? { CLICKHOUSE_URL: costDatabaseUrl } : {}),
  });
  const log = createLog(process.env['TEST_LOG'] ?? 'silent', 'json');
  return openApp({ config, log, clock: () => clock.now, validatesResponses: true });
}

export interface TestResponse {
  status: number;
  // Tests inspect bodies of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  headers: Record<string, string | string[] | number | undefined>;
}

/** A client that sends requests with a credential, without a socket. */
export function clientFor(app: App, secret: string | undefined) {
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestResponse> => {
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
    const response = await app.server.inject({
      method: method as 'GET',
      url: path,
      headers: {
        ...(secret ? { authorization: `Bearer ${secret}` } : {}),
        ...(body !== undefined ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: isRaw ? body : JSON.stringify(body) }),
    });
    const text = response.body;
    const isJson = String(response.headers['content-type'] ?? '').startsWith('application/json');
    return {
      status: response.statusCode,
      body: isJson && text ? JSON.parse(text) : text,
      headers: response.headers,
    };
  };
  return {
    secret: secret ?? '',
    send,
    get: (path: string) => send('GET', path),
    post: (path: string, body: unknown = {}) => send('POST', path, body),
    put: (path: string, body: unknown = {}) => send('PUT', path, body),
    delete: (path: string, body?: unknown) => send('DELETE', path, body),
  };
}

/** A new account per test, so that tests also verify tenant isolation. */
export async function newAccount() {
  const app = await testApp();
  return openAccount(
    app,
    await createAccount(app.services.db, {
      name: 'Test',
      ownerEmail: `owner-${randomUUID()}@example.com`,
      now: clock.now,
    }),
  );
}

/** An account of the shared app and how tests use it. */
export function openAccount(app: App, created: Awaited<ReturnType<typeof createAccount>>) {
  const credentialFor = async (holder: Holder, scopes: Scope[] = ['read', 'write']) => {
    const { secret } = await createCredential(app.services.db, {
      accountToken: created.account.token,
      holder,
      description: 'for a test',
      scopes,
      now: clock.now,
    });
    return clientFor(app, secret);
  };
  return {
    app,
    ...created,
    as: clientFor(app, created.secret),
    withScopes: (...scopes: Scope[]) => credentialFor({ user_token: created.owner.token }, scopes),
    /** A user with a role, who is only in the team Everyone. */
    newUser: async (role: OrganisationRole, name: string | null = null) => {
      const token = newToken('usr');
      const email = `${role}-${randomUUID()}@example.com`;
      await app.services.db
        .insertInto('users')
        .values({
          token,
          account_token: created.account.token,
          email,
          name,
          role,
          created_at: clock.now,
        })
        .execute();
      return { token, email, as: await credentialFor({ user_token: token }) };
    },
    newTeam: async (
      name: string,
      members: Record<string, TeamRole> = {},
      workspaces: string[] = [],
    ) => {
      const token = newToken('team');
      const { db } = app.services;
      await db
        .insertInto('teams')
        .values({ token, account_token: created.account.token, name, created_at: clock.now })
        .execute();
      for (const [user_token, role] of Object.entries(members)) {
        await db
          .insertInto('team_members')
          .values({ team_token: token, user_token, role })
          .execute();
      }
      for (const workspace_token of workspaces) {
        await db
          .insertInto('team_workspaces')
          .values({ team_token: token, workspace_token, access: 'edit' })
          .execute();
      }
      return token;
    },
    serviceToken: (team_token: string, rights: 'owner' | 'integration_owner' | null = null) =>
      credentialFor({ team_token, rights }),
    /** Sets the access of the team Everyone to a workspace. */
    setEveryoneAccess: async (workspace_token: string, access: 'edit' | 'view' | null) => {
      const { db } = app.services;
      await db
        .deleteFrom('team_workspaces')
        .where('team_token', '=', created.everyone.token)
        .where('workspace_token', '=', workspace_token)
        .execute();
      if (!access) return;
      await db
        .insertInto('team_workspaces')
        .values({ team_token: created.everyone.token, workspace_token, access })
        .execute();
    },
  };
}

export type Account = ReturnType<typeof openAccount>;
