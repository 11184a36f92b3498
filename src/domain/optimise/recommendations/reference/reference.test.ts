import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { azureMachines, azureMachinesAsOf } from './azure-machines.js';
import { ec2Machines, ec2MachinesAsOf } from './ec2-machines.js';
import { fargateSizesAsOf } from './fargate-sizes.js';
import { gcpMachines, gcpMachinesAsOf } from './gcp-machines.js';
import { ec2Generations, generationsAsOf, rdsGenerations } from './generations.js';
import { nextSmaller } from './machine.js';
import { rdsMachines } from './rds-machines.js';
import { rdsCalendars, supportCalendarsAsOf, supportEnd } from './support-calendars.js';
import { unitPricesAsOf } from './unit-prices.js';

test.each([
  [ec2Machines, 'm5.xlarge', 4, 16, 'm5.large'],
  [ec2Machines, 'c5.9xlarge', 36, 72, 'c5.4xlarge'],
  [ec2Machines, 'r4.large', 2, 15.25, undefined],
  [ec2Machines, 't3.large', 2, 8, 't3.medium'],
  [ec2Machines, 'm6g.large', 2, 8, 'm6g.medium'],
  [rdsMachines, 'db.r5.2xlarge', 8, 64, 'db.r5.xlarge'],
  [rdsMachines, 'db.m6g.large', 2, 8, undefined],
  [rdsMachines, 'db.t3.micro', 2, 1, undefined],
  [azureMachines, 'Standard_D4s_v3', 4, 16, 'Standard_D2s_v3'],
  [azureMachines, 'Standard_DS12_v2', 4, 28, 'Standard_DS11_v2'],
  [azureMachines, 'Standard_B2s', 2, 4, 'Standard_B1ms'],
  [gcpMachines, 'n1-standard-4', 4, 15, 'n1-standard-2'],
  [gcpMachines, 'c2-standard-30', 30, 120, 'c2-standard-16'],
  [gcpMachines, 'e2-medium', 2, 4, 'e2-small'],
])('%#: %s has its vCPU, its memory and a next smaller size', (...row) => {
  const [catalogue, name, vcpu, memoryGib, smaller] = row;
  const machine = catalogue.find(name)!;
  expect(machine).toMatchObject({ vcpu, memoryGib });
  expect(nextSmaller(catalogue, machine)?.name).toBe(smaller);
});

test.each([ec2Machines, rdsMachines, azureMachines, gcpMachines])(
  'names are unique and capacities positive',
  ({ all }) => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(all.filter(({ vcpu, memoryGib }) => vcpu <= 0 || memoryGib <= 0)).toEqual([]);
  },
);

test('generations lead from one known family to another', () => {
  const families = new Set(ec2Machines.all.map(({ family }) => family));
  const named = [ec2Generations, rdsGenerations].flatMap((map) => Object.entries(map).flat());
  expect(named.filter((family) => !families.has(family))).toEqual([]);
});

test('a version is found by its longest known prefix', () => {
  expect(supportEnd(rdsCalendars['mysql'], '8.0.35')?.standard).toBe('2026-07-31');
  expect(supportEnd(rdsCalendars['postgres'], '12.15')?.standard).toBe('2025-02-28');
  expect(supportEnd(rdsCalendars['postgres'], '1')).toBeUndefined();
});

test('the documentation states the date of each table', () => {
  const docs = readFileSync('docs/optimise.md', 'utf8');
  const dates = { ec2MachinesAsOf, azureMachinesAsOf, gcpMachinesAsOf, fargateSizesAsOf };
  const others = { generationsAsOf, supportCalendarsAsOf, unitPricesAsOf };
  for (const [table, date] of Object.entries({ ...dates, ...others })) {
    expect(docs, table).toContain(`\`${table}\` | ${date}`);
  }
});
