import { createHash } from 'node:crypto';

/** Harbourline sells boats, sails and everything else one needs on the water. */
export const companyName = 'Harbourline';

type Environment = 'prod' | 'staging' | 'dev';

/** An account, subscription or project of a cloud provider. */
export interface Account {
  id: string;
  name: string;
  app: string;
  team: string;
  costCenter: string;
  env: Environment;
  /** How much runs in it, beside others. */
  size: number;
}

interface App {
  name: string;
  team: string;
  costCenter: string;
}

const app = (name: string, team: string, costCenter: string): App => ({ name, team, costCenter });

const sizes: Readonly<Record<Environment, number>> = { prod: 2.2, staging: 0.6, dev: 0.5 };

function accountsOf(
  apps: readonly App[],
  environments: readonly Environment[],
  idOf: (name: string, index: number) => string,
): Account[] {
  return apps
    .flatMap((each) => environments.map((env) => ({ each, env })))
    .map(({ each, env }, index) => {
      const name = `${each.name}-${env}`;
      const { team, costCenter } = each;
      const size = sizes[env];
      return { id: idOf(name, index), name, app: each.name, team, costCenter, env, size };
    });
}

const awsId = (index: number) => String(310_422_000_000 + index * 104_729_317);

const awsApps = [
  app('storefront', 'web', 'cc-1100'),
  app('checkout', 'payments', 'cc-1200'),
  app('search', 'discovery', 'cc-1300'),
  app('recommendations', 'machine-learning', 'cc-1400'),
  app('mobile-api', 'mobile', 'cc-1500'),
  app('data-platform', 'data', 'cc-1600'),
];

export const awsAccounts: readonly Account[] = [
  ...accountsOf(awsApps, ['prod', 'staging', 'dev'], (_, index) => awsId(index)),
  ...['security', 'network'].map((name, index) => ({
    id: awsId(100 + index),
    name,
    app: name,
    team: 'platform',
    costCenter: 'cc-1000',
    env: 'prod' as const,
    size: 0.6,
  })),
];

const azureApps = [
  app('erp', 'finance-systems', 'cc-2100'),
  app('identity', 'platform', 'cc-1000'),
  app('planning', 'supply-chain', 'cc-2200'),
  app('intranet', 'workplace', 'cc-2300'),
];

export const azureAccounts = accountsOf(azureApps, ['prod', 'dev'], guidOf);

const gcpApps = [
  app('warehouse', 'data', 'cc-1600'),
  app('training', 'machine-learning', 'cc-1400'),
  app('attribution', 'marketing', 'cc-1700'),
  app('experiments', 'discovery', 'cc-1300'),
  app('dashboards', 'data', 'cc-1600'),
];

export const gcpAccounts = accountsOf(gcpApps, ['prod', 'dev'], (name) => `hl-${name}`);

/** The two data centres with which it all began. */
export const cages = [
  { id: 'LON5-0417', name: 'London cage', region: 'london' },
  { id: 'AMS3-1108', name: 'Amsterdam cage', region: 'amsterdam' },
] as const;

function guidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return [8, 12, 16, 20, 32].map((end, at, ends) => hex.slice(ends[at - 1] ?? 0, end)).join('-');
}
