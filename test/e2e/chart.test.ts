import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readConfig, readFileVariables } from '../../src/platform/config.js';
import { writeSchemas } from '../deploy/kubernetes-schemas.js';
import { hasProgram, output } from '../deploy/tools.js';

const chart = 'deploy/helm/farthing';
const isSkipped = !hasProgram('helm');

const folder = mkdtempSync(join(tmpdir(), 'farthing-chart-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const required = {
  'image.repository': 'example.com/farthing',
  publicUrl: 'https://costs.example.com',
  'files.url': 's3://bucket/prefix?region=eu-central-1',
};

const sets = (values: Record<string, string>) =>
  Object.entries(values).flatMap(([name, value]) => ['--set-string', `${name}=${value}`]);

const template = (size: string, values: Record<string, string> = required) => [
  'template',
  'costs',
  chart,
  '--kube-version=1.31.4',
  `--values=${chart}/values-${size}.yaml`,
  ...sets(values),
];

// Manifests have every shape.
// oxlint-disable-next-line typescript/no-explicit-any
type Manifest = any;

const render = (size: string, values?: Record<string, string>): Manifest[] =>
  parseAllDocuments(output('helm', template(size, values))).map((each) => each.toJSON());

const ofKind = (manifests: Manifest[], kind: string): Manifest[] =>
  manifests.filter((each) => each.kind === kind);

const sizes = ['small', 'medium', 'large'];

test('there are values for each documented size', () => {
  const files = readdirSync(chart).filter((name) => name.startsWith('values-'));
  expect(files.toSorted()).toEqual(sizes.map((size) => `values-${size}.yaml`).toSorted());
});

describe.skipIf(isSkipped)(
  `the chart${isSkipped ? ' (skipped: helm is not installed)' : ''}`,
  () => {
    test('has no problem that helm knows', () => {
      const args = ['lint', '--strict', '--kube-version', '1.31.4', chart, ...sets(required)];
      expect(output('helm', args)).toContain('0 chart(s) failed');
    });

    test.each(Object.keys(required))('says that %s must be set', (name) => {
      const { [name]: _, ...others } = required as Record<string, string>;
      const { status, stderr } = spawnSync('helm', template('small', others), { encoding: 'utf8' });
      expect(status).toBe(1);
      expect(stderr).toContain(`${name}: set it to`);
    });

    test.each(sizes)('%s: every selector finds pods, and every reference exists', (size) => {
      const manifests = render(size);
      const deployments = ofKind(manifests, 'Deployment');
      expect(deployments.map(({ metadata }) => metadata.name)).toEqual([
        'costs-api',
        'costs-worker',
      ]);
      const pods = deployments.map(({ spec }) => spec.template.metadata.labels);
      const found = (selector: Record<string, string>) =>
        pods.filter((labels) =>
          Object.entries(selector).every(([name, value]) => labels[name] === value),
        );
      for (const { spec } of deployments) expect(found(spec.selector.matchLabels)).toHaveLength(1);
      for (const { spec } of ofKind(manifests, 'Service'))
        expect(found(spec.selector)).toHaveLength(1);
      const budgets = ofKind(manifests, 'PodDisruptionBudget');
      expect(budgets.flatMap(({ spec }) => found(spec.selector.matchLabels))).toHaveLength(2);
      for (const { spec } of ofKind(manifests, 'NetworkPolicy'))
        expect(found(spec.podSelector.matchLabels)).toHaveLength(2);
      for (const { spec } of ofKind(manifests, 'HorizontalPodAutoscaler')) {
        expect(spec.scaleTargetRef.name).toBe('costs-api');
        expect(deployments[0].spec.replicas).toBeUndefined();
      }
      const [account] = ofKind(manifests, 'ServiceAccount');
      for (const { spec } of deployments)
        expect(spec.template.spec.serviceAccountName).toBe(account.metadata.name);
      const services = ofKind(manifests, 'Service').map(({ metadata }) => metadata.name);
      const [ingress] = ofKind(manifests, 'Ingress');
      expect(ingress.spec.rules[0].host).toBe('costs.example.com');
      expect(services).toContain(ingress.spec.rules[0].http.paths[0].backend.service.name);
      for (const { spec } of ofKind(manifests, 'ServiceMonitor')) {
        const monitored = ofKind(manifests, 'Service').filter(({ metadata }) =>
          Object.entries(spec.selector.matchLabels).every(
            ([key, value]) => metadata.labels[key] === value,
          ),
        );
        expect(monitored).toHaveLength(2);
      }
    });

    test.each(sizes)(
      '%s: containers have valid settings, and mount every secret that these name',
      (size) => {
        const manifests = render(size, { ...required, 'secrets.smtp.name': 'mail' });
        for (const { spec, metadata } of ofKind(manifests, 'Deployment')) {
          const { containers, volumes } = spec.template.spec;
          const mounted = join(folder, metadata.name);
          mkdirSync(mounted, { recursive: true });
          const { sources } = volumes.find((each: Manifest) => each.name === 'secrets').projected;
          for (const { secret } of sources) {
            const { path } = secret.items[0];
            writeFileSync(join(mounted, path), samples[path]!);
          }
          const env = Object.fromEntries(
            containers[0].env.map(({ name, value }: { name: string; value: string }) => [
              name,
              value.replace('/run/secrets/farthing', mounted),
            ]),
          ) as Record<string, string>;
          readFileVariables(env);
          const config = readConfig(env);
          expect(config.roles).toEqual([metadata.name.replace('costs-', '')]);
          expect(config).toMatchObject({
            databaseUrl: samples['DATABASE_URL'],
            clickhouseUrl: samples['CLICKHOUSE_URL'],
            secretKey: samples['FARTHING_SECRET_KEY'],
            smtpUrl: samples['SMTP_URL'],
            filesUrl: required['files.url'],
          });
          const grace = spec.template.spec.terminationGracePeriodSeconds;
          expect(grace).toBeGreaterThan(config.drainSeconds + config.shutdownSeconds + 60);
        }
      },
    );

    const hasKubeconform = hasProgram('kubeconform');
    test('what it renders is valid for Kubernetes', { timeout: 900_000 }, async ({ skip }) => {
      skip(!hasKubeconform, 'kubeconform is not installed');
      const schemas = join(folder, 'schemas');
      mkdirSync(schemas);
      skip(
        !(await writeSchemas(schemas)),
        'the schemas cannot be had without Go and its module proxy',
      );
      const check = (text: string) => {
        const location = `${schemas}/{{.ResourceKind}}{{.KindSuffix}}.json`;
        const args = ['-strict', '-output', 'json', '-verbose', '-schema-location', location];
        const { stdout } = spawnSync('kubeconform', args, { input: text, encoding: 'utf8' });
        const { resources } = JSON.parse(stdout) as {
          resources: { status: string; msg: string }[];
        };
        return resources;
      };
      for (const size of sizes) {
        const text = output('helm', template(size));
        const results = check(text);
        expect(results).toHaveLength(render(size).length);
        expect(results.filter(({ status }) => status !== 'statusValid')).toEqual([]);
        // The check itself refuses what is wrong.
        expect(check(text.replace('containerPort:', 'containerPorts:'))).toContainEqual(
          expect.objectContaining({ status: 'statusInvalid' }),
        );
      }
    });
  },
);

/** What the secrets hold, by the setting that reads each. */
const samples: Record<string, string> = {
  DATABASE_URL: 'postgres://user:password@database:5432/farthing',
  CLICKHOUSE_URL: 'https://user:password@clickhouse:8443/farthing',
  FARTHING_SECRET_KEY: '0123456789abcdef'.repeat(4),
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
  SMTP_URL: 'smtp://user:password@mail:587',
};

test('the chart has the version of the package', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const text = readFileSync(`${chart}/Chart.yaml`, 'utf8');
  expect(text).toContain(`\nversion: ${version}\n`);
  expect(text).toContain(`\nappVersion: ${version}\n`);
});
