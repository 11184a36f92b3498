import { Decimal } from '../../../../platform/lib/decimal.js';
import type { AccountFacts, ResourceFacts } from '../facts.js';
import type { Evidence, Finding } from '../finding.js';
import { numberField, textField } from '../metadata.js';
import { maxUtilisationPercent } from '../projected-utilisation.js';
import { ebsPrices, gp3Included } from '../reference/unit-prices.js';
import { type ResourceRule, usualMinimumSaving } from '../rule.js';
import { atPaidPrice, chargesFor, dollars } from '../charges.js';
import { shell } from '../shell-command.js';

const minProvisionedIops = 100;

/** Volumes with more IOPS or throughput than anything used. */
export const ebsRightsizing: ResourceRule = {
  scope: 'resource',
  type: 'aws:ebs:rightsizing',
  category: 'ebs_compute_optimizer_recommender',
  service: 'Amazon EBS',
  provider: 'aws',
  description: 'Lower the provisioned IOPS and throughput of EBS volumes to what is used.',
  resourceTypes: ['aws_ebs_volume'],
  needs: [
    { data: 'billing', words: 'prices per IOPS and MB/s, where the price list has none' },
    {
      data: 'inventory',
      words: 'type, IOPS and throughput of each volume',
      fields: ['volume_type', 'iops'],
    },
    { data: 'prices', words: 'IOPS and throughput; list prices of us-east-1 otherwise' },
    {
      data: 'utilisation',
      words: 'the highest IOPS or MB/s in 14 days',
      fields: ['max_iops'],
    },
  ],
  minimumSaving: usualMinimumSaving,
  find: async (volumes, account) => {
    const findings = await Promise.all(volumes.map((volume) => findOversized(volume, account)));
    return findings.flat();
  },
};

interface Reduction {
  from: number;
  to: number;
  saving: Decimal;
}

async function findOversized(volume: ResourceFacts, account: AccountFacts): Promise<Finding[]> {
  const kind = textField(volume, 'volume_type');
  if (kind !== 'gp3' && kind !== 'io1' && kind !== 'io2') return [];
  const [iops, throughput] = await Promise.all([
    lowerIops(volume, kind, account),
    kind === 'gp3' ? lowerThroughput(volume, account) : null,
  ]);
  if (!iops && !throughput) return [];
  const saving = (iops?.saving ?? new Decimal(0)).plus(throughput?.saving ?? 0);
  const options = [
    ...(iops ? [{ name: 'iops', value: iops.to }] : []),
    ...(throughput ? [{ name: 'throughput', value: throughput.to }] : []),
  ];
  return [
    {
      uuid: volume.uuid,
      actions: [
        {
          action: 'modify',
          description: `Lower the volume to ${options.map(({ name, value }) => `${value} ${name === 'iops' ? 'IOPS' : 'MB/s'}`).join(' and ')}. It stays attached and in use.`,
          potential_savings: saving.toFixed(),
          remediation_cli_command: shell`aws ec2 modify-volume --volume-id ${volume.id} ${options.flatMap(({ name, value }) => [`--${name}`, value])}`,
          terraform: options.map(({ name, value }) => `${name} = ${value}`).join('\n'),
        },
      ],
      evidence: [
        ...evidence('IOPS', iops, numberField(volume, 'max_iops')),
        ...evidence('MB/s', throughput, numberField(volume, 'max_throughput')),
      ],
    },
  ];
}

async function lowerIops(
  volume: ResourceFacts,
  kind: 'gp3' | 'io1' | 'io2',
  account: AccountFacts,
): Promise<Reduction | null> {
  const least = kind === 'gp3' ? gp3Included.iops : minProvisionedIops;
  const change = reduction(volume, 'iops', least);
  if (!change) return null;
  const price = await account.onDemandPrice({
    service: 'ebs',
    name: kind,
    region: volume.region,
    unit: 'iops-month',
  });
  const listPrice = price ?? (kind === 'gp3' ? ebsPrices.gp3Iops : ebsPrices.io1Iops);
  const costOf = (iops: number): Decimal => {
    if (kind === 'io2' && price === null) return io2Cost(iops);
    return new Decimal(listPrice).times(kind === 'gp3' ? iops - gp3Included.iops : iops);
  };
  return atPaid(volume, change, costOf, /VolumeP-IOPS/);
}

async function lowerThroughput(
  volume: ResourceFacts,
  account: AccountFacts,
): Promise<Reduction | null> {
  const change = reduction(volume, 'throughput', gp3Included.throughput);
  if (!change) return null;
  const price = await account.onDemandPrice({
    service: 'ebs',
    name: 'gp3',
    region: volume.region,
    unit: 'mbps-month',
  });
  const costOf = (throughput: number) =>
    new Decimal(price ?? ebsPrices.gp3Throughput).times(throughput - gp3Included.throughput);
  return atPaid(volume, change, costOf, /VolumeP-Throughput/);
}

/** The saving of a reduction: by list price what `costOf` says, at the price of these charges. */
function atPaid(
  volume: ResourceFacts,
  change: { from: number; to: number },
  costOf: (provisioned: number) => Decimal,
  usageType: RegExp,
): Reduction {
  const now = costOf(change.from);
  const charges = chargesFor(volume.charges, usageType);
  return { ...change, saving: atPaidPrice(now.minus(costOf(change.to)), now, charges, volume) };
}

/** From what is provisioned to the observed maximum ÷ 0.8; null when that is not less. */
function reduction(
  volume: ResourceFacts,
  field: 'iops' | 'throughput',
  least: number,
): { from: number; to: number } | null {
  const from = numberField(volume, field);
  const peak = numberField(volume, `max_${field}`);
  if (from === null || peak === null) return null;
  const to = Math.max(least, Math.ceil((peak * 100) / maxUtilisationPercent));
  return to < from ? { from, to } : null;
}

/** io2 is priced in tiers: the first 32,000 IOPS cost most. */
function io2Cost(iops: number): Decimal {
  return ebsPrices.io2IopsTiers.reduce((cost, { above, price }, index, tiers) => {
    const limit = tiers[index + 1]?.above ?? Infinity;
    const within = Math.max(0, Math.min(iops, limit) - above);
    return cost.plus(new Decimal(price).times(within));
  }, new Decimal(0));
}

function evidence(unit: string, change: Reduction | null, peak: number | null): Evidence[] {
  if (!change) return [];
  return [
    { label: `Provisioned ${unit}`, value: String(change.from) },
    { label: `Highest ${unit} used`, value: String(peak) },
    { label: `${unit} needed`, value: String(change.to) },
    dollars(`Saving by ${unit} per month`, change.saving),
  ];
}
