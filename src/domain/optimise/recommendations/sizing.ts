import { Decimal } from '../../../platform/lib/decimal.js';
import type { AccountFacts, ResourceFacts } from './facts.js';
import type { Action, Evidence, Finding } from './finding.js';
import { atPaidPrice, dollars, figure, machineCharges, paidEvidence } from './charges.js';
import { textField } from './metadata.js';
import { monthlyHours } from './monthly-cost.js';
import { fits, peaksOf, unmeasured } from './projected-utilisation.js';
import { type Machine, type MachineCatalogue, nextSmaller } from './reference/machine.js';

/** What differs between the kinds of machines that can be changed to another size. */
export interface SizedKind {
  /** Metadata field with the name of the current size. */
  sizeField: string;
  /** On-demand price per hour of a size for this resource; null when nobody knows it. */
  price(size: string, resource: ResourceFacts, account: AccountFacts): Promise<string | null>;
  /** How many machines the resource pays for. */
  count(resource: ResourceFacts): number;
  /** The command and the Terraform change to another size. */
  change(
    resource: ResourceFacts,
    size: string,
  ): Pick<Action, 'remediation_cli_command' | 'terraform'>;
}

/** A kind of machine whose sizes are known. */
export interface MachineKind extends SizedKind {
  catalogue: MachineCatalogue;
}

/** Peaks below this allow to halve a machine. */
const lowUtilisationPercent = 40;

/**
 * The next smaller size of a machine whose CPU, and memory where it is known, stay below 40 %, and
 * whose peaks stay within 80 % on the smaller size.
 */
export async function findSmaller(
  resource: ResourceFacts,
  account: AccountFacts,
  kind: MachineKind,
): Promise<Finding[]> {
  const current = kind.catalogue.find(textField(resource, kind.sizeField) ?? '');
  const { cpu, memory } = peaksOf(resource);
  if (!current || cpu === null || !isLow(cpu) || !isLow(memory)) return [];
  const target = nextSmaller(kind.catalogue, current);
  if (!target || !fits({ ...unmeasured, cpu, memory }, current, target)) return [];
  const action = await resize(resource, account, kind, current.name, target.name);
  if (!action) return [];
  return [
    {
      uuid: resource.uuid,
      actions: [action.action],
      evidence: [...peakEvidence(resource), ...sizeEvidence(current, target), ...action.evidence],
    },
  ];
}

function isLow(percent: number | null): boolean {
  return percent === null || percent < lowUtilisationPercent;
}

/** The change to another size with its saving; null when a price is not known or not lower. */
export async function resize(
  resource: ResourceFacts,
  account: AccountFacts,
  kind: SizedKind,
  from: string,
  to: string,
): Promise<{ action: Action; evidence: Evidence[] } | null> {
  const [current, target] = await Promise.all([
    kind.price(from, resource, account),
    kind.price(to, resource, account),
  ]);
  if (current === null || target === null || new Decimal(target).gte(current)) return null;
  const hours = monthlyHours(resource);
  const count = kind.count(resource);
  const atListPrice = new Decimal(current).times(hours).times(count);
  const saved = new Decimal(current).minus(target).times(hours).times(count);
  const charges = machineCharges(resource.charges);
  const saving = atPaidPrice(saved, atListPrice, charges, resource);
  return {
    action: {
      action: 'modify',
      description: `Change ${from} to ${to}.`,
      potential_savings: saving.toFixed(),
      instance_type: to,
      ...kind.change(resource, to),
    },
    evidence: [
      dollars(`Price of ${from} per hour`, current),
      dollars(`Price of ${to} per hour`, target),
      figure('Hours per month', hours),
      ...paidEvidence(charges, resource),
      ...(count === 1 ? [] : [{ label: 'Machines', value: String(count) }]),
    ],
  };
}

const peakLabels = { cpu: 'CPU', memory: 'memory', network: 'network', disk: 'disk' } as const;

/** The peaks that are known. */
export function peakEvidence(resource: ResourceFacts): Evidence[] {
  const peaks = peaksOf(resource);
  return (['cpu', 'memory', 'network', 'disk'] as const).flatMap((measure) => {
    const peak = peaks[measure];
    if (peak === null) return [];
    return [{ label: `Highest ${peakLabels[measure]} use`, value: `${peak}%` }];
  });
}

function sizeEvidence(current: Machine, target: Machine): Evidence[] {
  const words = ({ vcpu, memoryGib }: Machine): string => `${vcpu} vCPU, ${memoryGib} GiB`;
  return [
    { label: current.name, value: words(current) },
    { label: target.name, value: words(target) },
  ];
}
