import { expect } from 'vitest';
import { call } from './server-process.js';
import { pick } from './seeded-random.js';

type Values = Record<string, unknown>;

/** A kind of object, preferably one whose writes touch several tables. */
interface Kind {
  path: string;
  list: string;
  /** The field with the unique name. */
  nameField: string;
  body(name: string, references: References): Values;
}

/** Existing objects that written objects refer to. */
export interface References {
  defaultWorkspace: string;
  filters: string[];
  workspaces: string[];
}

const firstOrAll = (tokens: string[], name: string) =>
  name.charCodeAt(name.length - 1) % 2 === 0 ? tokens : tokens.slice(0, 1);

const kinds: Kind[] = [
  {
    path: '/v2/folders',
    list: 'folders',
    nameField: 'title',
    body: (title, { defaultWorkspace, filters }) => ({
      title,
      saved_filter_tokens: firstOrAll(filters, title),
      workspace_token: defaultWorkspace,
    }),
  },
  {
    path: '/v2/saved_filters',
    list: 'saved_filters',
    nameField: 'title',
    body: (title, { defaultWorkspace }) => ({
      title,
      filter: `costs.provider = 'aws' AND costs.account_id = '${title}'`,
      workspace_token: defaultWorkspace,
    }),
  },
  {
    path: '/v2/teams',
    list: 'teams',
    nameField: 'name',
    body: (name, { workspaces }) => ({
      name,
      description: `about ${name}`,
      workspace_tokens: firstOrAll(workspaces, name),
    }),
  },
];

interface WrittenObject {
  kind: Kind;
  token: string;
  /** Expected fields; undefined once deleted. */
  state: Values | undefined;
  /** Expected audit events, oldest first. */
  events: string[];
}

/** A write without an acknowledgement: it was applied completely or not at all. */
interface PendingWrite {
  entry: WrittenObject;
  after: { state: Values | undefined; events: string[] };
}

/** A client that writes random objects and records what the server has acknowledged. */
export class RecordingWriter {
  readonly #entries: WrittenObject[] = [];
  /** Written since the last verification of the audit log. */
  readonly #unverified = new Set<WrittenObject>();
  #pending: PendingWrite | undefined;
  #count = 0;
  acknowledged = 0;
  /** Responses with status 503; the write may or may not have been applied. */
  unavailable = 0;
  /** Requests without a response. */
  unanswered = 0;

  constructor(
    readonly name: string,
    readonly random: () => number,
    readonly references: References,
  ) {}

  /** Makes one random write. Returns false if the server did not acknowledge it. */
  async write(url: string): Promise<boolean> {
    const alive = this.#entries.filter((entry) => entry.state);
    const roll = this.random();
    const entry = alive.length === 0 || roll < 0.4 ? this.#newEntry() : pick(alive, this.random);
    this.#unverified.add(entry);
    const isNew = entry.token === '';
    const isDeletion = !isNew && roll > 0.8;
    const state = isDeletion ? undefined : entry.kind.body(this.#newName(), this.references);
    const event = isNew ? 'record_created' : isDeletion ? 'record_destroyed' : 'record_updated';
    const after = { state, events: [...entry.events, event] };
    const method = isNew ? 'POST' : isDeletion ? 'DELETE' : 'PUT';
    const path = isNew ? entry.kind.path : `${entry.kind.path}/${entry.token}`;
    let response;
    try {
      response = await call(url, method, path, state);
    } catch {
      this.#pending = { entry, after };
      this.unanswered += 1;
      return false;
    }
    if (response.status === 503) {
      // Rejected, or lost during the commit: the server cannot tell either.
      this.#pending = { entry, after };
      this.unavailable += 1;
      return false;
    }
    expect([response.status, response.body?.errors]).toEqual([
      isNew ? 201 : isDeletion ? 204 : 200,
      undefined,
    ]);
    if (isNew) this.#entries.push(Object.assign(entry, { token: response.body.token }));
    Object.assign(entry, after);
    this.acknowledged += 1;
    return true;
  }

  #newEntry(): WrittenObject {
    return { kind: pick(kinds, this.random), token: '', state: undefined, events: [] };
  }

  #newName(): string {
    this.#count += 1;
    return `${this.name} ${this.#count}`;
  }

  /** Like verify, but checks the audit entries of all objects. */
  async verifyAll(url: string): Promise<void> {
    for (const entry of this.#entries) this.#unverified.add(entry);
    await this.verify(url);
  }

  /** Finds out whether the pending write was applied; it must be complete or absent. */
  async resolvePending(url: string): Promise<void> {
    const pending = this.#pending;
    this.#pending = undefined;
    if (!pending) return;
    const { entry, after } = pending;
    if (entry.token === '') {
      const name = String(after.state![entry.kind.nameField]);
      const found = (await listAll(url, entry.kind)).filter(
        (each) => each[entry.kind.nameField] === name,
      );
      expect(found.length).toBeLessThanOrEqual(1);
      if (found[0]) {
        this.#entries.push(Object.assign(entry, after, { token: String(found[0]['token']) }));
      } else {
        const query = new URLSearchParams({ object_name: name });
        expect(
          (await call(url, 'GET', `/v2/audit_logs?${query.toString()}`)).body.audit_logs,
        ).toEqual([]);
      }
      return;
    }
    const events = await eventsOf(url, entry.token);
    if (events.length === after.events.length) Object.assign(entry, after);
  }

  /** Checks that every object is as acknowledged, and that unverified ones have exactly the expected audit entries. */
  async verify(url: string): Promise<void> {
    for (const kind of kinds) {
      const listed = await listAll(url, kind);
      const own = listed.filter((each) => String(each[kind.nameField]).startsWith(`${this.name} `));
      const expected = this.#entries.filter((entry) => entry.kind === kind && entry.state);
      expect(new Map(own.map((each) => [each['token'], each]))).toEqual(
        new Map(expected.map((entry) => [entry.token, expect.objectContaining(entry.state!)])),
      );
    }
    const written = this.#entries.filter((entry) => this.#unverified.has(entry));
    this.#unverified.clear();
    for (const entry of written) {
      expect([entry.token, await eventsOf(url, entry.token)]).toEqual([entry.token, entry.events]);
    }
  }
}

/** Creates the saved filters and workspaces that writers refer to. */
export async function createReferences(url: string, label = 'Linked'): Promise<References> {
  const create = async (path: string, body: Values) =>
    String((await call(url, 'POST', path, body)).body.token);
  const defaultWorkspace = String(
    (await call(url, 'GET', '/v2/workspaces')).body.workspaces[0].token,
  );
  const references: References = { defaultWorkspace, filters: [], workspaces: [] };
  for (const name of [1, 2, 3].map((number) => `${label} ${number}`)) {
    const filter = { title: name, workspace_token: defaultWorkspace };
    references.filters.push(await create('/v2/saved_filters', filter));
    references.workspaces.push(await create('/v2/workspaces', { name }));
  }
  return references;
}

async function listAll(url: string, kind: Kind): Promise<Values[]> {
  const all: Values[] = [];
  for (let page = 1; ; page += 1) {
    const { status, body } = await call(url, 'GET', `${kind.path}?limit=1000&page=${page}`);
    expect(status).toBe(200);
    all.push(...body[kind.list]);
    if (!body.links.next) return all;
  }
}

/** Oldest first. */
async function eventsOf(url: string, token: string): Promise<string[]> {
  const { body } = await call(url, 'GET', `/v2/audit_logs?object_token=${token}&limit=1000`);
  return body.audit_logs.map((log: { event: string }) => log.event).toReversed();
}
