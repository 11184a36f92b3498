import { createHash } from 'node:crypto';

/** A fictional retailer of boats and sailing equipment. */
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
  /** Relative amount of resources. */
  size: number;
}

interface App {
  name: string;
  team: string;
  costCenter: string;
}

const newApp = (name: string, team: string, costCenter: string): App => ({
  name,
  team,
  costCenter,
});

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
  newApp('storefront', 'web', 'cc-1100'),
  newApp('checkout', 'payments', 'cc-1200'),
  newApp('search', 'discovery', 'cc-1300'),
  newApp('recommendations', 'machine-learning', 'cc-1400'),
  newApp('mobile-api', 'mobile', 'cc-1500'),
  newApp('data-platform', 'data', 'cc-1600'),
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
  newApp('erp', 'finance-systems', 'cc-2100'),
  newApp('identity', 'platform', 'cc-1000'),
  newApp('planning', 'supply-chain', 'cc-2200'),
  newApp('intranet', 'workplace', 'cc-2300'),
];

export const azureAccounts = accountsOf(azureApps, ['prod', 'dev'], guidOf);

const gcpApps = [
  newApp('warehouse', 'data', 'cc-1600'),
  newApp('training', 'machine-learning', 'cc-1400'),
  newApp('attribution', 'marketing', 'cc-1700'),
  newApp('experiments', 'discovery', 'cc-1300'),
  newApp('dashboards', 'data', 'cc-1600'),
];

export const gcpAccounts = accountsOf(gcpApps, ['prod', 'dev'], (name) => `hl-${name}`);

/** Colocation cages in two data centers. */
export const cages = [
  { id: 'LON5-0417', name: 'London cage', region: 'london' },
  { id: 'AMS3-1108', name: 'Amsterdam cage', region: 'amsterdam' },
] as const;

function guidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return [8, 12, 16, 20, 32]
    .map((end, index, ends) => hex.slice(ends[index - 1] ?? 0, end))
    .join('-');
}
