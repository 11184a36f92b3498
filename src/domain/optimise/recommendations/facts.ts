/** What the bill charged a resource, or an account, for one kind of usage during the window. */
export interface Charge {
  service: string;
  serviceCode: string | null;
  /** Category and usage type as in cost data: `Compute Instance`, `USE1-EBS:VolumeUsage.gp2`. */
  category: string | null;
  usageType: string | null;
  operation: string | null;
  instanceType: string | null;
  chargeType: string;
  /** What covered the usage: `on_demand`, `reserved_instance`, `savings_plan`, `spot`, `free` or `other`. */
  commitmentType: string;
  unit: string | null;
  /** Decimal text. */
  quantity: string;
  /** Unblended cost in USD, decimal text; without tax, credits and refunds. */
  cost: string;
  /** Amortized cost in USD, decimal text. */
  effectiveCost: string;
}

/** A resource, with what the inventory knows about it and what it cost. */
export interface ResourceFacts {
  uuid: string;
  /** Short identifier, such as `vol-0a1b`: what commands take. */
  id: string;
  type: string;
  label: string | null;
  accountId: string | null;
  billingAccountId: string | null;
  region: string | null;
  tags: Readonly<Record<string, string>>;
  metadata: Readonly<Record<string, unknown>>;
  /** Whether an inventory lists it. Otherwise it is known from the bill alone. */
  inInventory: boolean;
  /** When an inventory or a bill first listed it. */
  firstSeenAt: Date;
  /** Since when inventories list it in its present state; null if none does. */
  stateSince: Date | null;
  /**
   * Unblended cost in USD within the window, decimal text; `0` without cost. Usage that a commitment covers
   * costs nothing here, whatever the bill says: without it, the commitment is paid for all the same.
   */
  cost30: string;
  /** Days of the window on which it had cost. */
  daysWithCost: number;
  /** Hours of the window in which it ran, decimal text: the hours that the bill counts for it, at most those of the window. */
  runningHours: string;
  charges: readonly Charge[];
  /** Amortized cost in USD per month, decimal text: what a saving is later measured against. */
  amortizedPerMonth: string;
  /**
   * What it will cost in the next month at its current rate: nothing saves more than that. Of a commitment,
   * the amortized cost. Decimal text in USD; null where no bill has it.
   */
  costPerMonth: string | null;
}

/** A question for the on-demand price of something. */
export interface PriceQuestion {
  /** Service as in product ids: `ec2`, `rds`, `ebs`, `elasticache`, `virtual-machines`, `compute-engine`. */
  service: string;
  /** Instance type, class or storage kind: `m5.xlarge`, `db.r5.large`, `gp3`. */
  name: string;
  region: string | null;
  /** `linux` unless said otherwise; the engine for databases. */
  platform?: string;
  /** `hour` unless said otherwise. */
  unit?: 'hour' | 'gb-month' | 'iops-month' | 'mbps-month' | 'vcpu-hour' | 'gb-hour';
}

/** Uncovered on-demand usage of one kind during the window: what a commitment could cover. */
export interface UncoveredUsage {
  service: string;
  serviceCode: string | null;
  category: string | null;
  usageType: string | null;
  operation: string | null;
  instanceType: string | null;
  region: string | null;
  unit: string | null;
  /** Units in each of the 720 hours of the window, decimal texts. A day without hours is divided by 24. */
  quantities: readonly string[];
  /** On-demand cost in USD in each of the hours, decimal texts. */
  costs: readonly string[];
  /** On-demand cost in USD of each resource with this usage, largest first. */
  resources: readonly { uuid: string; cost: string }[];
}

/** A commitment with its amortized cost in the window. */
export interface CommitmentFacts {
  id: string;
  /** Amortized cost in USD, used and unused, decimal text. */
  cost: string;
  /** The part of it that nothing used. */
  unusedCost: string;
}

/** The facts about one account of one provider. */
export interface AccountFacts {
  provider: string;
  /** AWS account, Azure subscription, GCP project, Datadog organisation, cluster. */
  accountId: string | null;
  now: Date;
  /** The 30 complete days that costs are taken from, both included. */
  window: { start: string; end: string };
  /**
   * On-demand unit price in USD, decimal text: from the price catalogue, else the public on-demand
   * rate on the bill, else the unblended rate of on-demand lines; null when all are silent.
   */
  onDemandPrice: (question: PriceQuestion) => Promise<string | null>;
  /** Whether that price is one of the examples that ship with the release. */
  isExamplePrice: (question: PriceQuestion) => Promise<boolean>;
  /** Which of these resources of the account exist, by short identifier, with their metadata. */
  lookUp: (
    type: string,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>>;
  /** Which of these resources of the account had cost in the window, by short identifier. */
  billed: (type: string, ids: readonly string[]) => Promise<ReadonlySet<string>>;
  /** The sum of a numeric metadata field over all resources of a type, decimal text. */
  sumMetadata: (type: string, field: string) => Promise<string>;
  /** Charges of the account by kind of usage, with and without a resource. */
  charges: () => Promise<readonly Charge[]>;
  uncoveredUsage: () => Promise<readonly UncoveredUsage[]>;
  /** Commitments that the bills of the account have costs of, whoever owns them. */
  commitments: () => Promise<readonly CommitmentFacts[]>;
  /** What resources cost per month at their current rate, by the identifiers that the bill has for them. */
  costsPerMonth: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}
