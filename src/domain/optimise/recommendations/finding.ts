import type { ShellCommand } from './shell-command.js';
/** What can be done about a resource. */
export interface Action {
  action:
    | 'modify'
    | 'stop'
    | 'terminate'
    | 'delete'
    | 'release'
    | 'upgrade'
    | 'purchase'
    | 'sell'
    | 'configure'
    | 'migrate';
  /** What to do and why. */
  description: string;
  /** USD per month, decimal text, not rounded. */
  potential_savings: string;
  /** Target size or class. */
  instance_type?: string;
  /** Kubernetes only: JSON text of the containers with current and recommended requests. */
  containers?: string;
  remediation_cli_command?: ShellCommand;
  /** The change in Terraform, as HCL or in words. */
  terraform?: string;
}

/** A figure or state that the saving was computed from. */
export interface Evidence {
  label: string;
  value: string;
}

/** One resource about which something can be done. */
export interface Finding {
  /** Provider identifier of the resource, as in the inventory. */
  uuid: string;
  /** Alternatives in any order. The one with the largest saving counts. */
  actions: readonly Action[];
  evidence: readonly Evidence[];
  /** What it costs per month, where the rule knows better than the bill of the resource. Decimal text in USD. */
  costPerMonth?: string;
  /** It avoids a charge that is on no bill yet: no total counts it. */
  avoidsFutureCost?: boolean;
}
