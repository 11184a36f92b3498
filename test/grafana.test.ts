import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allMetrics } from '../src/domain/metrics.js';

const rules = readFileSync('deploy/grafana/rules.yaml', 'utf8');
const dashboard = JSON.parse(readFileSync('deploy/grafana/dashboard.json', 'utf8')) as {
  panels: { title: string; targets?: { expr: string }[] }[];
};
const panelExpressions = dashboard.panels.flatMap(({ targets = [] }) =>
  targets.map(({ expr }) => expr),
);
const ruleExpressions = [...rules.matchAll(/^ +expr: (.*)$/gm)].map(([, expr]) => expr!);
const recorded = [...rules.matchAll(/- record: (\S+)/g)].map(([, name]) => name!);

/** Series of the service: a histogram has three for each metric. */
const series = allMetrics.flatMap(({ name, type }) =>
  type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
);
const ofProcess = [
  'process_resident_memory_bytes',
  'process_cpu_seconds_total',
  'nodejs_eventloop_lag_p99_seconds',
];
const used = (expressions: readonly string[]) => [
  ...new Set(
    expressions.flatMap((expr) => expr.match(/\b(?:farthing|process|nodejs)[_:][\w:]+/g) ?? []),
  ),
];

test('dashboard and rules use only series that exist', () => {
  const known = new Set([...series, ...ofProcess, ...recorded]);
  const all = used([...panelExpressions, ...ruleExpressions]);
  expect(all.length).toBeGreaterThan(30);
  expect(all.filter((name) => !known.has(name))).toEqual([]);
});

test('labels of dashboard and rules are labels of their metrics', () => {
  const labels = new Set([...allMetrics.flatMap(({ labels: each }) => each), 'le', 'instance']);
  const expressions = [...panelExpressions, ...ruleExpressions];
  const named = expressions.flatMap((expr) => [
    ...[...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list]) => list!.split(/, */)),
    ...[...expr.matchAll(/[{,] *(\w+) *(?:=~|!=|!~|=)/g)].map(([, label]) => label!),
  ]);
  expect([...new Set(named)].filter((label) => !labels.has(label as never))).toEqual([]);
});

test('the dashboard shows every metric of the service', () => {
  const shown = used([...panelExpressions, ...ruleExpressions]).join('\n');
  expect(allMetrics.map(({ name }) => name).filter((name) => !shown.includes(name))).toEqual([]);
});

test('every alert leads to a heading of docs/slo.md, which names it, and no other one', () => {
  const page = readFileSync('docs/slo.md', 'utf8');
  const headings = new Set(
    [...page.matchAll(/^## (.*)$/gm)].map(([, text]) => text!.toLowerCase().replaceAll(' ', '-')),
  );
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);
  const targets = [...rules.matchAll(/runbook: docs\/slo\.md#(\S+)/g)].map(([, id]) => id!);
  expect(targets).toHaveLength(alerts.length);
  expect(targets.filter((id) => !headings.has(id))).toEqual([]);
  const described = [...page.matchAll(/`(Farthing[A-Z]\w+)`/g)].map(([, name]) => name!);
  expect(described.toSorted()).toEqual(alerts.toSorted());
});
