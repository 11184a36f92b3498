import { Decimal } from '../../../../platform/lib/decimal.js';
import type { AccountFacts, ResourceFacts } from '../facts.js';
import type { Finding } from '../finding.js';
import { numberField, textField } from '../metadata.js';
import { type ResourceRule, usualMinimumSaving } from '../rule.js';
import { atPaidPrice, chargesFor, dollars, paidEvidence } from '../charges.js';
import { shell } from '../shell-command.js';

/** USD per month where the price catalogue and the bill have none. */
const defaultPrices = { gp2: '0.10', gp3: '0.08', 'iops-month': '0.005', 'mbps-month': '0.04' };

const freeIops = 3000;
const largestIops = 16_000;
/** gp2 volumes of this size reach 250 MB/s, twice what gp3 includes. */
const fastVolumeGb = 334;
const extraThroughputMbps = 125;

/** gp2 volumes, which cost less as gp3 with the same performance. */
export const gp2ToGp3: ResourceRule = {
  scope: 'resource',
  type: 'aws:ebs:gp2-to-gp3',
  category: 'ebs_gp2_to_gp3',
  service: 'Amazon EBS',
  provider: 'aws',
  description: 'Change EBS volumes from gp2 to gp3, with the same performance.',
  resourceTypes: ['aws_ebs_volume'],
  needs: [
    {
      data: 'inventory',
      words: 'the type and size of each volume',
      fields: ['volume_type', 'size'],
    },
    { data: 'prices', words: 'gp2 and gp3 storage; list prices of us-east-1 otherwise' },
  ],
  minimumSaving: usualMinimumSaving,
  find: async (volumes, account) => {
    const findings = await Promise.all(volumes.map((volume) => findGp2(volume, account)));
    return findings.flat();
  },
};

async function findGp2(volume: ResourceFacts, account: AccountFacts): Promise<Finding[]> {
  const size = numberField(volume, 'size');
  if (textField(volume, 'volume_type') !== 'gp2' || size === null) return [];
  const [gp2, gp3, perIops, perThroughput] = await Promise.all([
    price('gp2', 'gb-month', volume, account),
    price('gp3', 'gb-month', volume, account),
    price('gp3', 'iops-month', volume, account),
    price('gp3', 'mbps-month', volume, account),
  ]);
  const iops = Math.max(freeIops, Math.min(3 * size, largestIops));
  const throughput = size >= fastVolumeGb ? extraThroughputMbps : 0;
  const atListPrice = new Decimal(gp2)
    .minus(gp3)
    .times(size)
    .minus(new Decimal(perIops).times(iops - freeIops))
    .minus(new Decimal(perThroughput).times(throughput));
  const storage = chargesFor(volume.charges, /VolumeUsage\.gp2$/);
  const saving = atPaidPrice(atListPrice, new Decimal(gp2).times(size), storage, volume);
  return [
    {
      uuid: volume.uuid,
      actions: [
        {
          action: 'modify',
          description: `Change the volume of ${size} GB to gp3. It stays attached and in use while it changes.`,
          potential_savings: saving.toFixed(),
          instance_type: 'gp3',
          remediation_cli_command: shell`aws ec2 modify-volume --volume-id ${volume.id} --volume-type gp3 ${gp3Options(iops, throughput)}`,
          terraform: terraformChange(iops, throughput),
        },
      ],
      evidence: [
        { label: 'Size', value: `${size} GB` },
        dollars('gp2 price per GB and month', gp2),
        dollars('gp3 price per GB and month', gp3),
        ...paidEvidence(storage, volume),
        { label: 'IOPS needed', value: String(iops) },
        { label: 'Throughput above 125 MB/s', value: `${throughput} MB/s` },
      ],
    },
  ];
}

async function price(
  name: 'gp2' | 'gp3',
  unit: 'gb-month' | 'iops-month' | 'mbps-month',
  { region }: ResourceFacts,
  account: AccountFacts,
): Promise<string> {
  const known = await account.onDemandPrice({ service: 'ebs', name, region, unit });
  return known ?? (unit === 'gb-month' ? defaultPrices[name] : defaultPrices[unit]);
}

/** gp3 has 3,000 IOPS and 125 MB/s; a volume that had more as gp2 needs to be given it. */
function gp3Options(iops: number, throughput: number): (string | number)[] {
  return [
    ...(iops > freeIops ? ['--iops', iops] : []),
    ...(throughput > 0 ? ['--throughput', extraThroughputMbps + throughput] : []),
  ];
}

function terraformChange(iops: number, throughput: number): string {
  const lines = [
    'type = "gp3"',
    ...(iops > freeIops ? [`iops = ${iops}`] : []),
    ...(throughput > 0 ? [`throughput = ${extraThroughputMbps + throughput}`] : []),
  ];
  return lines.join('\n');
}
