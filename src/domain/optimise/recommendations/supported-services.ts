import { Decimal } from '../../../platform/lib/decimal.js';
import { countField } from './machine-kinds.js';
import { numberField, textField } from './metadata.js';
import { hoursPerMonth } from './monthly-cost.js';
import { rdsMachines } from './reference/rds-machines.js';
import {
  eksCalendar,
  elastiCacheCalendars,
  openSearchCalendars,
  rdsCalendars,
  supportEnd,
} from './reference/support-calendars.js';
import { extendedSupportPrices } from './reference/unit-prices.js';
import type { SupportedService } from './support.js';
import { dollars, percentage } from './charges.js';
import { shell } from './shell-command.js';

const endFields = { standard: 'standard_support_end', extended: 'extended_support_end' };

export const eksSupport: SupportedService = {
  version: (cluster) => textField(cluster, 'version'),
  calendar: (cluster) => supportEnd(eksCalendar, textField(cluster, 'version') ?? ''),
  endFields: { standard: 'standard_support_end_date', extended: 'extended_support_end_date' },
  surcharge: () =>
    Promise.resolve({
      saving: new Decimal(extendedSupportPrices.eksClusterHour).times(hoursPerMonth).toFixed(),
      evidence: [dollars('Surcharge per cluster and hour', extendedSupportPrices.eksClusterHour)],
    }),
  upgrade: (cluster) => {
    const next = nextMinor(textField(cluster, 'version') ?? '');
    const name = cluster.label ?? cluster.id;
    return next === null
      ? { terraform: 'version of the aws_eks_cluster resource' }
      : {
          command: shell`aws eks update-cluster-version --name ${name} --kubernetes-version ${next}`,
          terraform: `version = "${next}"`,
        };
  },
};

/** EKS upgrades one minor version at a time. */
function nextMinor(version: string): string | null {
  const match = /^1\.(\d+)$/.exec(version);
  return match ? `1.${Number(match[1]) + 1}` : null;
}

export const rdsSupport: SupportedService = {
  version: (database) => {
    const version = textField(database, 'engine_version');
    return version && `${textField(database, 'engine') ?? ''} ${version}`.trim();
  },
  calendar: (database) =>
    supportEnd(
      rdsCalendars[textField(database, 'engine') ?? ''],
      textField(database, 'engine_version') ?? '',
    ),
  endFields,
  surcharge: (database) => {
    const machine = rdsMachines.find(textField(database, 'db_instance_class') ?? '');
    const vcpu = numberField(database, 'vcpu') ?? machine?.vcpu;
    if (vcpu === undefined) return Promise.resolve(null);
    const price = extendedSupportPrices.rdsVcpuHour;
    return Promise.resolve({
      saving: new Decimal(vcpu).times(price).times(hoursPerMonth).toFixed(),
      evidence: [
        { label: 'vCPU', value: String(vcpu) },
        dollars('Surcharge per vCPU and hour', price),
      ],
    });
  },
  upgrade: () => ({ terraform: 'engine_version of the aws_db_instance resource' }),
};

/** Normalized instance hours per hour, by size; each size from xlarge on counts in multiples of 8. */
const smallFactors: Record<string, string> = {
  nano: '0.25',
  micro: '0.5',
  small: '1',
  medium: '2',
  large: '4',
  xlarge: '8',
};

function normalizationFactor(instanceType: string): string | null {
  const size = instanceType.split('.')[1] ?? '';
  const multiple = /^(\d+)xlarge$/.exec(size)?.[1];
  return multiple === undefined ? (smallFactors[size] ?? null) : String(Number(multiple) * 8);
}

export const openSearchSupport: SupportedService = {
  version: (domain) => textField(domain, 'engine_version'),
  calendar: (domain) => {
    // `OpenSearch_2.9` and `Elasticsearch_7.4`; older inventories write `7.4` alone.
    const version = textField(domain, 'engine_version') ?? '';
    const [engine = '', number] = version.split('_');
    return number === undefined
      ? supportEnd(openSearchCalendars['Elasticsearch'], engine)
      : supportEnd(openSearchCalendars[engine], number);
  },
  endFields,
  surcharge: (domain) => {
    const factor = normalizationFactor(textField(domain, 'instance_type') ?? '');
    if (factor === null) return Promise.resolve(null);
    const instances = countField(domain, 'instance_count');
    const hours = new Decimal(factor).times(instances).times(hoursPerMonth);
    const price = extendedSupportPrices.openSearchNormalizedHour;
    return Promise.resolve({
      saving: hours.times(price).toFixed(),
      evidence: [
        { label: 'Instances', value: String(instances) },
        { label: 'Normalized instance hours per month', value: hours.toFixed() },
        dollars('Surcharge per normalized instance hour', price),
      ],
    });
  },
  upgrade: () => ({ terraform: 'engine_version of the aws_opensearch_domain resource' }),
};

export const elastiCacheSupport: SupportedService = {
  version: (cache) => textField(cache, 'engine_version'),
  calendar: (cache) =>
    supportEnd(
      elastiCacheCalendars[textField(cache, 'engine') ?? ''],
      textField(cache, 'engine_version') ?? '',
    ),
  endFields,
  surcharge: async (cache, account) => {
    const name = textField(cache, 'cache_node_type');
    if (name === null) return null;
    const question = { service: 'elasticache', name, region: cache.region };
    const price = await account.onDemandPrice(question);
    if (price === null) return null;
    const nodes = countField(cache, 'num_cache_nodes');
    const share = extendedSupportPrices.elastiCacheShare;
    return {
      saving: new Decimal(price).times(nodes).times(hoursPerMonth).times(share).toFixed(),
      evidence: [
        dollars(`Price of ${name} per hour`, price),
        { label: 'Nodes', value: String(nodes) },
        percentage('Surcharge as a share of it', share),
      ],
    };
  },
  upgrade: () => ({
    terraform: 'engine_version of the aws_elasticache_replication_group resource',
  }),
};
