import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { setTime } from '../../../../test/clock.js';
import { type Account, newAccount } from '../../../../test/harness.js';
import { efficiency } from '../../../../test/kubernetes.js';

let server: Server;
let asked: URL[] = [];
let respond: (url: URL, request: IncomingMessage) => unknown = () => ({});

beforeAll(async () => {
  server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://localhost');
    asked.push(url);
    const body = respond(url, request);
    response.statusCode = body === undefined ? 500 : 200;
    response.end(JSON.stringify(body ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
afterEach(() => setTime('2026-03-10T09:00:00Z'));

async function connect(account: Account, kind: string): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const { body } = await account.as.post('/v2/integrations/kubernetes', {
    cluster_id: 'prod',
    provider: kind === 'opencost' ? 'opencost' : 'kubernetes',
    source: { kind, url: `http://127.0.0.1:${port}/base/` },
    bearer_token: 'secret',
    workspace_token: account.workspace.token,
  });
  return body.token;
}
const integration = async (account: Account, token: string) =>
  (await account.as.get(`/v2/integrations/${token}`)).body;

describe('an OpenCost address', () => {
  test('is asked for the hours since its last answer', async () => {
    const account = await newAccount();
    const token = await connect(account, 'opencost');
    respond = (url, request) => {
      expect(request.headers.authorization).toBe('Bearer secret');
      const [start, end] = url.searchParams.get('window')!.split(',') as [string, string];
      const allocation = {
        name: 'a',
        properties: { namespace: 'web' },
        window: { start, end },
        cpuCost: 1,
        totalCost: 1,
      };
      return { code: 200, data: [{ a: allocation }] };
    };
    asked = [];
    await account.app.jobs.run('pull-cluster-sources');
    const windows = () => asked.map((url) => url.searchParams.get('window'));
    expect(asked[0]?.pathname).toBe('/base/allocation');
    expect(windows()).toEqual([
      '2026-03-08T09:00:00Z,2026-03-09T09:00:00Z',
      '2026-03-09T09:00:00Z,2026-03-10T09:00:00Z',
    ]);
    expect(await integration(account, token)).toMatchObject({ status: 'imported' });
    asked = [];
    setTime('2026-03-10T11:20:00Z');
    await account.app.jobs.run('pull-cluster-sources');
    expect(windows()).toEqual(['2026-03-10T09:00:00Z,2026-03-10T11:00:00Z']);
    expect((await efficiency(account)).total).toMatchObject([{ amount: '3.0' }]);

    respond = () => undefined;
    asked = [];
    setTime('2026-03-10T12:20:00Z');
    await account.app.jobs.run('pull-cluster-sources');
    expect(await integration(account, token)).toMatchObject({ status: 'error' });
    await account.as.delete(`/v2/integrations/${token}`);
  });
});

describe('a Prometheus source', () => {
  const series = (metric: Record<string, string>, value: number) => ({ metric, value });
  const web = { namespace: 'web', pod: 'api-1', container: 'app' };
  const answers: [RegExp, ReturnType<typeof series>[]][] = [
    [/kube_node_info/, [series({ node: 'n1', provider_id: 'aws:///eu-west-1a/i-0abc' }, 1)]],
    [/kube_pod_info/, [series({ namespace: 'web', pod: 'api-1', node: 'n1' }, 1)]],
    [
      /kube_pod_owner/,
      [series({ namespace: 'web', pod: 'api-1', owner_kind: 'ReplicaSet', owner_name: 'api' }, 1)],
    ],
    [/kube_pod_labels/, [series({ namespace: 'web', pod: 'api-1', label_app: 'shop' }, 1)]],
    [/capacity.*"cpu"/, [series({ node: 'n1' }, 2), series({ node: 'fargate-1' }, 2)]],
    [/capacity.*"memory"/, [series({ node: 'n1' }, 8 * 2 ** 30)]],
    [/requests.*"cpu"/, [series(web, 1)]],
    [/requests.*"memory"/, [series(web, 2 * 2 ** 30)]],
    [/cpu_usage/, [series(web, 0.25)]],
    [/working_set/, [series(web, 1.5 * 2 ** 30)]],
  ];

  test('is priced at base rates where no bill has its nodes, and leaves out Fargate', async () => {
    const account = await newAccount();
    const token = await connect(account, 'prometheus');
    respond = (url) => {
      const query = url.searchParams.get('query')!;
      const found = answers.find(([pattern]) => pattern.test(query))?.[1] ?? [];
      // Of the hours that are asked for, the cluster ran in one.
      const time = Date.parse('2026-03-10T09:00:00Z') / 1000;
      const isAsked = Number(url.searchParams.get('end')) >= time;
      const result = found.map(({ metric, value }) => ({
        metric,
        values: isAsked ? [[time, String(value)]] : [],
      }));
      return { status: 'success', data: { resultType: 'matrix', result } };
    };
    expect(await account.app.jobs.run('pull-cluster-sources')).toContain('0 failed');
    const { figures, total } = await efficiency(account, {
      date_bin: 'total',
      groupings: 'namespace,controller,node,label:app',
    });
    expect(total).toMatchObject([{ amount: '0.097118' }]);
    expect(figures).toMatchObject([
      { groups: ['__idle__', null, 'n1', null], amount: '0.057033', idle_cost: '0.057033' },
      {
        groups: ['web', 'replicaset/api', 'n1', 'shop'],
        amount: '0.040085',
        idle_cost: '0.02582675',
      },
    ]);
    await account.as.delete(`/v2/integrations/${token}`);
  });
});
