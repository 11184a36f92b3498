import { expect } from 'vitest';
import { call } from './process.js';
import { pick } from './random.js';

type Values = Record<string, unknown>;

/** A kind of object whose writes reach more than one table where it can. */
interface Kind {
  path: string;
  list: string;
  /** The key that carries the unique name. */
  name: string;
  body(name: string, links: Links): Values;
}

/** Objects that exist before the writing begins, to link to. */
export interface Links {
  home: string;
  filters: string[];
  workspaces: string[];
}

const firstOrAll = (tokens: string[], name: string) =>
  name.charCodeAt(name.length - 1) % 2 === 0 ? tokens : tokens.slice(0, 1);

const kinds: Kind[] = [
  {
    path: '/v2/folders',
    list: 'folders',
    name: 'title',
    body: (title, { home, filters }) => ({
      title,
      saved_filter_tokens: firstOrAll(filters, title),
      workspace_token: home,
    }),
  },
  {
    path: '/v2/saved_filters',
    list: 'saved_filters',
    name: 'title',
    body: (title, { home }) => ({
      title,
      filter: `costs.provider = 'aws' AND costs.account_id = '${title}'`,
      workspace_token: home,
    }),
  },
  {
    path: '/v2/teams',
    list: 'teams',
    name: 'name',
    body: (name, { workspaces }) => ({
      name,
      description: `about ${name}`,
      workspace_tokens: firstOrAll(workspaces, name),
    }),
  },
];

interface Entry {
  kind: Kind;
  token: string;
  /** What the object must look like; undefined once it is deleted. */
  state: Values | undefined;
  /** Audit events that it must have, oldest first. */
  events: string[];
}

/** A write that was sent and never answered: it happened whole, or not at all. */
interface Doubt {
  entry: Entry;
  after: { state: Values | undefined; events: string[] };
}

/** Writes as one client, and keeps a book of what the server has acknowledged. */
export class Writer {
  readonly #entries: Entry[] = [];
  /** Written since the audit log was last compared. */
  readonly #touched = new Set<Entry>();
  #doubt: Doubt | undefined;
  #count = 0;
  acknowledged = 0;
  /** Answers 503, which promise nothing. */
  refused = 0;
  inDoubt = 0;

  constructor(
    readonly name: string,
    readonly random: () => number,
    readonly links: Links,
  ) {}

  /** One random write. False when the server did not answer it. */
  async write(url: string): Promise<boolean> {
    const alive = this.#entries.filter((entry) => entry.state);
    const dice = this.random();
    const entry = alive.length === 0 || dice < 0.4 ? this.#newEntry() : pick(alive, this.random);
    this.#touched.add(entry);
    const isNew = entry.token === '';
    const isDeletion = !isNew && dice > 0.8;
    const state = isDeletion ? undefined : entry.kind.body(this.#newName(), this.links);
    const event = isNew ? 'record_created' : isDeletion ? 'record_destroyed' : 'record_updated';
    const after = { state, events: [...entry.events, event] };
    const method = isNew ? 'POST' : isDeletion ? 'DELETE' : 'PUT';
    const path = isNew ? entry.kind.path : `${entry.kind.path}/${entry.token}`;
    let answer;
    try {
      answer = await call(url, method, path, state);
    } catch {
      this.#doubt = { entry, after };
      this.inDoubt += 1;
      return false;
    }
    if (answer.status === 503) {
      // Refused, or lost at the very commit: the server cannot know either.
      this.#doubt = { entry, after };
      this.refused += 1;
      return false;
    }
    expect([answer.status, answer.body?.errors]).toEqual([
      isNew ? 201 : isDeletion ? 204 : 200,
      undefined,
    ]);
    if (isNew) this.#entries.push(Object.assign(entry, { token: answer.body.token }));
    Object.assign(entry, after);
    this.acknowledged += 1;
    return true;
  }

  #newEntry(): Entry {
    return { kind: pick(kinds, this.random), token: '', state: undefined, events: [] };
  }

  #newName(): string {
    this.#count += 1;
    return `${this.name} ${this.#count}`;
  }

  /** As verify, and the audit entries of everything ever written. */
  async verifyAll(url: string): Promise<void> {
    for (const entry of this.#entries) this.#touched.add(entry);
    await this.verify(url);
  }

  /** Settles the write in doubt by what the server shows: it must be there whole or not at all. */
  async settle(url: string): Promise<void> {
    const doubt = this.#doubt;
    this.#doubt = undefined;
    if (!doubt) return;
    const { entry, after } = doubt;
    if (entry.token === '') {
      const name = String(after.state![entry.kind.name]);
      const found = (await listAll(url, entry.kind)).filter(
        (each) => each[entry.kind.name] === name,
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

  /** Every object is as acknowledged, and what was written has exactly the audit entries of its changes. */
  async verify(url: string): Promise<void> {
    for (const kind of kinds) {
      const shown = await listAll(url, kind);
      const own = shown.filter((each) => String(each[kind.name]).startsWith(`${this.name} `));
      const expected = this.#entries.filter((entry) => entry.kind === kind && entry.state);
      expect(new Map(own.map((each) => [each['token'], each]))).toEqual(
        new Map(expected.map((entry) => [entry.token, expect.objectContaining(entry.state!)])),
      );
    }
    const written = this.#entries.filter((entry) => this.#touched.has(entry));
    this.#touched.clear();
    for (const entry of written) {
      expect([entry.token, await eventsOf(url, entry.token)]).toEqual([entry.token, entry.events]);
    }
  }
}

/** What the writers link to: saved filters and workspaces that nobody changes. */
export async function makeLinks(url: string, label = 'Linked'): Promise<Links> {
  const make = async (path: string, body: Values) =>
    String((await call(url, 'POST', path, body)).body.token);
  const home = String((await call(url, 'GET', '/v2/workspaces')).body.workspaces[0].token);
  const links: Links = { home, filters: [], workspaces: [] };
  for (const name of [1, 2, 3].map((number) => `${label} ${number}`)) {
    links.filters.push(await make('/v2/saved_filters', { title: name, workspace_token: home }));
    links.workspaces.push(await make('/v2/workspaces', { name }));
  }
  return links;
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
