import type { AccountFacts, ResourceFacts } from './facts.js';
import type { Finding } from './finding.js';

/** A data set that a rule reads, and in words what it needs of it. Shown where the data is missing. */
export type DataNeed =
  | { data: 'billing' | 'prices'; words: string }
  // `fields` are the metadata keys without which the rule finds nothing.
  | { data: 'inventory' | 'utilisation'; words: string; fields: readonly string[] };

/** Providers that there are rules for. */
export const recommendationProviders = ['aws', 'gcp', 'azure', 'kubernetes', 'datadog'] as const;

interface RuleDescription {
  /** Slug of the type, such as `aws:ebs:gp2-to-gp3`. */
  type: string;
  category: string;
  /** Display name of the service. */
  service: string;
  provider: (typeof recommendationProviders)[number];
  /** What to do, in one sentence without figures. The description of the recommendation. */
  description: string;
  /** Types of the resources that the rule looks at. */
  resourceTypes: readonly string[];
  needs: readonly DataNeed[];
  /** Least saving in USD per month for which a finding counts. */
  minimumSaving: string;
  /**
   * It saves charges that other recommendations about the resource leave as they are, such as traffic beside
   * storage. Its saving adds to theirs; all others are alternatives.
   */
  addsToOthers?: boolean;
  /** A purchase is evaluated on Mondays only. */
  purchase?: boolean;
}

/**
 * A rule that judges one resource at a time. The resources of an account arrive in batches, so that
 * an account with 100,000 of them needs no more memory than one with 1,000. All of a batch are of
 * the types that the rule names.
 */
export interface ResourceRule extends RuleDescription {
  scope: 'resource';
  find(
    resources: readonly ResourceFacts[],
    account: AccountFacts,
  ): readonly Finding[] | Promise<readonly Finding[]>;
}

/** A rule over an account as a whole, such as the purchase of a commitment. */
export interface AccountRule extends RuleDescription {
  scope: 'account';
  find(account: AccountFacts): readonly Finding[] | Promise<readonly Finding[]>;
}

/**
 * A type of recommendation, as a pure function from the facts of one account of one provider to
 * findings. What it returns depends on its arguments alone: it has no store and no clock. Savings
 * below the minimum and actions beyond three are dropped by the caller.
 */
export type Rule = ResourceRule | AccountRule;

/** Least saving of most types. */
export const usualMinimumSaving = '1';
/** Least saving of purchases and of Kubernetes types. */
export const higherMinimumSaving = '5';
