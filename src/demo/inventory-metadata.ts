import { createHash } from 'node:crypto';
import { addDays } from '../platform/lib/days.js';

/** What the inventory of the demo is made from: a resource of the bill. */
export interface DemoResource {
  uuid: string;
  type: string;
  label: string | null;
  metadata: Record<string, unknown>;
}

type Values = Record<string, unknown>;

/** A number between 0 and 1 that is the same on every run. */
function chance(uuid: string, purpose: string): number {
  return createHash('sha256').update(`${purpose} ${uuid}`).digest().readUInt32BE() / 2 ** 32;
}

const pick = <Item>(items: readonly Item[], at: number): Item =>
  items[Math.floor(at * items.length)]!;
export const idOf = (uuid: string) => uuid.replace(/^.*[/:]/, '');
const rounded = (value: number) => Math.round(value * 10) / 10;

/**
 * The attributes of a resource, with the waste of a company that nobody has looked at for a while.
 * Volumes are attached to one of the instances in their account and region.
 */
export function demoMetadata(
  resource: DemoResource,
  today: string,
  instances: readonly string[],
): Values | undefined {
  return attributes[resource.type]?.(resource, today, instances);
}

const daysAgo = (today: string, days: number) => `${addDays(today, -Math.round(days))}T08:00:00Z`;

type Describe = (resource: DemoResource, today: string, instances: readonly string[]) => Values;

const attributes: Record<string, Describe> = {
  aws_instance: ({ uuid, label, metadata }, today) => {
    const load = chance(uuid, 'load');
    const isIdle = load < 0.06;
    const isOversized = load < 0.3;
    const cpu = isIdle ? 0.5 + load * 50 : isOversized ? 8 + load * 80 : 45 + load * 40;
    const sizes = label?.includes('instance-m5') ? oldSizes : sizesOfToday;
    return {
      instance_id: idOf(uuid),
      instance_type: metadata['instance_type'] ?? pick(sizes, chance(uuid, 'size')),
      state: 'running',
      platform_details: 'Linux/UNIX',
      launch_time: daysAgo(today, 20 + chance(uuid, 'age') * 400),
      max_cpu: rounded(cpu),
      max_memory: rounded(isIdle ? 6 : isOversized ? 15 + load * 60 : 50 + load * 35),
      max_network_in_bytes_per_second: isIdle ? 12 : 4_000_000 + Math.round(load * 1e7),
      max_network_out_bytes_per_second: isIdle ? 9 : 3_000_000 + Math.round(load * 1e7),
      max_network_throughput_daily_byte: isIdle ? 900_000 : 5_000_000_000,
    };
  },
  aws_ebs_volume: ({ uuid, label }, today, instances) => {
    const isDetached = chance(uuid, 'detached') < 0.08;
    return {
      volume_id: idOf(uuid),
      volume_type: label?.includes('volume-gp2') ? 'gp2' : 'gp3',
      size: pick([20, 50, 100, 200, 500], chance(uuid, 'size')),
      state: isDetached ? 'available' : 'in-use',
      attached_instance_id: isDetached
        ? null
        : (instances[Math.floor(chance(uuid, 'instance') * instances.length)] ?? null),
      detached_at: isDetached ? daysAgo(today, 15 + chance(uuid, 'since') * 200) : null,
    };
  },
  aws_instance_snapshot: ({ uuid }, today) => ({
    snapshot_id: idOf(uuid),
    volume_id: `vol-0${idOf(uuid).slice(-16)}`,
    start_time: daysAgo(today, 30 + chance(uuid, 'age') * 500),
    image_id: chance(uuid, 'image') < 0.2 ? `ami-0${idOf(uuid).slice(-16)}` : null,
  }),
  aws_eip: ({ uuid }) => ({ allocation_id: idOf(uuid), association_id: null }),
  aws_workspaces_workspace: ({ uuid }, today) => ({
    workspace_id: idOf(uuid),
    state: 'AVAILABLE',
    running_mode: 'AUTO_STOP',
    user_name: `user-${idOf(uuid).slice(-4)}`,
    last_known_user_connection:
      chance(uuid, 'used') < 0.35
        ? daysAgo(today, 45 + chance(uuid, 'since') * 200)
        : daysAgo(today, 2),
  }),
  aws_s3_bucket: ({ uuid }) => ({
    name: idOf(uuid),
    object_count: 20_000 + Math.round(chance(uuid, 'objects') * 2_000_000),
    standard_storage_gb: 200 + Math.round(chance(uuid, 'size') ** 3 * 40_000),
  }),
  aws_db_instance: ({ uuid, metadata }) => {
    const isIdle = chance(uuid, 'load') < 0.05;
    return {
      db_instance_class: metadata['instance_type'] ?? 'db.r7g.large',
      engine: 'postgres',
      engine_version: pick(['12.19', '13.15', '16.4', '16.4', '17.2'], chance(uuid, 'version')),
      multi_az: chance(uuid, 'zones') < 0.4,
      allocated_storage: 200,
      max_cpu: rounded(isIdle ? 2 : 15 + chance(uuid, 'cpu') * 70),
      max_database_connections: isIdle ? 0 : 20 + Math.round(chance(uuid, 'users') * 300),
    };
  },
  aws_eks_cluster: ({ uuid }) => ({
    version: pick(['1.29', '1.31', '1.33'], chance(uuid, 'version')),
    support_type: 'EXTENDED',
  }),
  aws_lambda_function: ({ uuid }) => {
    const memory = pick([256, 512, 1024, 2048], chance(uuid, 'memory'));
    return {
      runtime: 'nodejs22.x',
      memory_size: memory,
      max_memory_used: Math.round(memory * (0.2 + chance(uuid, 'used') * 0.7)),
    };
  },
  azurerm_virtual_machine: ({ uuid, metadata }) => ({
    virtual_machine_size: metadata['instance_type'] ?? 'Standard_D4s_v5',
    state: 'running',
    ...machineLoad(uuid),
  }),
  azurerm_managed_disk: ({ uuid }, today) => {
    const isDetached = chance(uuid, 'detached') < 0.3;
    return {
      disk_state: isDetached ? 'Unattached' : 'Attached',
      disk_size: pick([64, 128, 256], chance(uuid, 'size')),
      last_ownership_update: daysAgo(today, 40 + chance(uuid, 'since') * 200),
    };
  },
  google_compute_instance: ({ uuid, metadata }) => ({
    machine_type: metadata['instance_type'] ?? 'n2-standard-4',
    status: 'RUNNING',
    ...machineLoad(uuid),
  }),
  google_compute_disk: ({ uuid }) => ({
    size: pick([100, 200, 500], chance(uuid, 'size')),
    disk_type: 'pd-balanced',
    status: 'READY',
  }),
  aws_cloudwatch_log_group: ({ uuid }, today) => ({
    name: uuid.replace(/^.*log-group:/, ''),
    retention_in_days: chance(uuid, 'retention') < 0.3 ? null : 30,
    stored_bytes: 5_000_000_000 + Math.round(chance(uuid, 'bytes') * 5e11),
    creation_time: daysAgo(today, 120 + chance(uuid, 'age') * 600),
  }),
};

/** Peaks of a virtual machine: a third of them is too large, and some do nothing. */
function machineLoad(uuid: string): Values {
  const load = chance(uuid, 'load');
  const isIdle = load < 0.08;
  const isOversized = load < 0.45;
  return {
    max_cpu: rounded(isIdle ? 1 + load * 20 : isOversized ? 8 + load * 50 : 45 + load * 40),
    max_memory: rounded(isIdle ? 6 : isOversized ? 12 + load * 40 : 50 + load * 35),
  };
}

const oldSizes = ['m5.large', 'm5.xlarge', 'm5.2xlarge'];
const sizesOfToday = ['m7g.large', 'm7g.xlarge', 'c7g.xlarge', 'c7g.2xlarge'];
