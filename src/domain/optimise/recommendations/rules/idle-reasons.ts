import { Decimal } from '../../../../platform/lib/decimal.js';
import { chargesFor, costOf, quantityOf } from '../charges.js';
import type { ResourceFacts } from '../facts.js';
import { numberField, textField } from '../metadata.js';

const maxIdleCpuPercent = 5;
const maxIdleNetworkMbPerDay = 5;
const secondsPerDay = 86_400;
const bytesPerMb = 1_000_000;

/** Why a resource counts as idle; null when it does not, or when nothing says so. */
export function idleReason(
  resource: ResourceFacts,
  stoppedInstances: ReadonlySet<string>,
): string | null {
  switch (resource.type) {
    case 'aws_lb':
      return hasHoursOnly(resource, /LoadBalancerUsage/, /DataProcessing|LCUUsage/)
        ? 'it processed nothing in the last 30 days'
        : null;
    case 'aws_nat_gateway':
      return hasHoursOnly(resource, /NatGateway-Hours/, /NatGateway-Bytes/)
        ? 'it processed nothing in the last 30 days'
        : null;
    case 'aws_ebs_volume':
      return stoppedReason(resource, stoppedInstances);
    case 'aws_db_instance':
      return numberField(resource, 'max_database_connections') === 0
        ? 'nobody connected to it in the last 14 days'
        : null;
    default:
      return computeReason(resource);
  }
}

/** Whether the bill charges for hours, and for no traffic or capacity. */
function hasHoursOnly({ charges }: ResourceFacts, hours: RegExp, traffic: RegExp): boolean {
  const hourly = costOf(chargesFor(charges, hours));
  const used = quantityOf(chargesFor(charges, traffic));
  return new Decimal(hourly).gt(0) && new Decimal(used).isZero();
}

function stoppedReason(volume: ResourceFacts, stopped: ReadonlySet<string>): string | null {
  const instance = textField(volume, 'attached_instance_id');
  if (instance === null || !stopped.has(instance)) return null;
  return `its instance ${instance} has been stopped for the last 30 days`;
}

/** Traffic on the busiest day; from peaks per second, the most that a day can have had. */
function networkMbPerDay(resource: ResourceFacts): number | null {
  const daily = numberField(resource, 'max_network_mb_per_day');
  if (daily !== null) return daily;
  const received = numberField(resource, 'max_network_in_bytes_per_second');
  const sent = numberField(resource, 'max_network_out_bytes_per_second');
  if (received === null || sent === null) return null;
  return ((received + sent) * secondsPerDay) / bytesPerMb;
}

function computeReason(resource: ResourceFacts): string | null {
  const cpu = numberField(resource, 'max_cpu');
  const network = networkMbPerDay(resource);
  if (cpu === null || network === null) return null;
  if (cpu >= maxIdleCpuPercent || network >= maxIdleNetworkMbPerDay) return null;
  return `it used at most ${cpu} % CPU and ${network.toFixed(1)} MB of network a day`;
}
