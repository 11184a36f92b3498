import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Decimal } from '../../../platform/lib/decimal.js';
import { priceNodeHour } from './price-usage.js';
import { shareCost, splitPrice } from './price-node-hour.js';
import { costEfficiency } from './read-efficiency.js';

const decimal = (value: number | string) => new Decimal(value);
const m5large = { cpu: decimal(2), ram: decimal(8), gpu: decimal(0) };
const owner = { cluster: 'prod', namespace: 'web', labels: {} };
const noGpu = { requested: decimal(0), used: decimal(0) };

const hourOf = (pods: { cpu: [string, string]; ram: [string, string]; hours?: string }[]) => ({
  node: { cluster: 'prod', node: 'node-1' },
  start: new Date('2026-03-01T00:00:00Z'),
  hours: decimal(1),
  capacity: m5large,
  pods: pods.map(({ cpu, ram, hours = '1' }, index) => {
    const usage = ([requested, used]: [string, string]) => ({
      requested: decimal(requested).times(hours),
      used: decimal(used).times(hours),
    });
    return {
      owner: { ...owner, pod: `pod-${index}` },
      usage: { cpu: usage(cpu), ram: usage(ram), gpu: noGpu },
    };
  }),
});
const price = { amount: decimal('0.096'), listAmount: decimal('0.096'), currency: 'USD' };

const sum = (values: readonly Decimal[]) =>
  values.reduce((total, value) => total.plus(value), decimal(0));

test('the price of an m5.large is split between its cores and its memory', () => {
  const { cpu, ram, gpu } = splitPrice(decimal('0.096'), m5large);
  expect(cpu.div('0.096').times(100).toFixed(3)).toBe('65.098');
  expect(cpu.div(2).toFixed(6)).toBe('0.031247');
  expect(ram.div(8).toFixed(7)).toBe('0.0041882');
  expect(gpu.isZero()).toBe(true);
});

test('a node of 8 cores and 16 GiB puts 78.86 % on its cores', () => {
  const { cpu } = splitPrice(decimal(1), { cpu: decimal(8), ram: decimal(16), gpu: decimal(0) });
  expect(cpu.times(100).toFixed(2)).toBe('78.86');
});

test('GPUs have 95 % of the price of their node', () => {
  const { cpu, ram, gpu } = splitPrice(decimal(10), { ...m5large, gpu: decimal(4) });
  expect(gpu.toFixed()).toBe('9.5');
  expect(cpu.plus(ram).toFixed()).toBe('0.5');
});

test('a pod that runs for half an hour pays for what it requested, and what it did not use is idle', () => {
  const hour = hourOf([{ cpu: ['1', '0.25'], ram: ['2', '1.5'], hours: '0.5' }]);
  const rows = priceNodeHour(hour, price).filter((row) => row.pod === 'pod-0');
  const amount = sum(rows.map((row) => row.amount));
  const idle = sum(rows.map((row) => row.idleCost));
  expect(amount.toFixed(6)).toBe('0.019812');
  expect(idle.toFixed(6)).toBe('0.012765');
  expect(Number(costEfficiency(amount.toFixed(), idle.toFixed())).toFixed(2)).toBe('35.57');
});

test('capacity that no pod takes is idle as a whole', () => {
  const hour = hourOf([{ cpu: ['1.5', '1.5'], ram: ['4', '4'] }]);
  const rest = priceNodeHour(hour, price).filter((row) => row.namespace === '__idle__');
  const amount = sum(rest.map((row) => row.amount));
  expect(amount.toFixed(6)).toBe('0.032376');
  expect(sum(rest.map((row) => row.idleCost)).eq(amount)).toBe(true);
});

test('of 8 cores and 16 GiB, pods with 8 cores and 6 GiB leave 10 GiB idle', () => {
  const cpu = shareCost(decimal(1), decimal(8), [{ requested: decimal(8), used: decimal(2) }]);
  expect(cpu.rest.amount.toFixed()).toBe('0');
  const ram = shareCost(decimal(1), decimal(16), [{ requested: decimal(6), used: decimal(6) }]);
  expect(ram.rest).toMatchObject({ allocated: decimal(10) });
  expect(ram.rest.amount.toFixed()).toBe('0.625');
});

test('use above the request is paid for and never idle', () => {
  const { pods } = shareCost(decimal(2), decimal(4), [{ requested: decimal(1), used: decimal(2) }]);
  expect(pods[0]).toMatchObject({ amount: decimal(1), idleCost: decimal(0) });
});

test('the idle memory of a GPU costs as much as its use', () => {
  const gpus = { requested: decimal(2), used: decimal('0.5') };
  const { pods, rest } = shareCost(decimal(8), decimal(4), [gpus]);
  expect(pods[0]).toMatchObject({ amount: decimal(4), idleCost: decimal(3) });
  expect(rest.amount.toFixed()).toBe('4');
});

const quantity = fc.integer({ min: 0, max: 64_000 }).map((value) => decimal(value).div(1000));

test('pods and idle capacity together cost exactly what the node costs, and idle cost is never more', () => {
  const usage = fc.record({ requested: quantity, used: fc.option(quantity, { nil: undefined }) });
  const pod = fc.record({ cpu: usage, ram: usage, gpu: usage });
  fc.assert(
    fc.property(
      fc.record({ cpu: quantity, ram: quantity, gpu: fc.constantFrom(decimal(0), decimal(4)) }),
      fc.array(pod, { maxLength: 8 }),
      fc.integer({ min: 0, max: 10_000_000 }).map((value) => decimal(value).div(1_000_000)),
      (capacity, pods, cost) => {
        const hour = {
          ...hourOf([]),
          capacity,
          pods: pods.map((each) => ({ owner, usage: each })),
        };
        const rows = priceNodeHour(hour, { amount: cost, listAmount: cost, currency: 'USD' });
        expect(sum(rows.map((row) => row.amount)).toFixed()).toBe(cost.toFixed());
        for (const row of rows) {
          expect(row.idleCost.gte(0)).toBe(true);
          expect(row.idleCost.minus(row.amount).lte('1e-17')).toBe(true);
        }
      },
    ),
    { seed: 14, numRuns: 300 },
  );
});
