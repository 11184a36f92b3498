import type { Rule } from '../rule.js';
import { azureVmRightsizing } from './azure-vm-rightsizing.js';
import { ebsRightsizing } from './ebs-rightsizing.js';
import { ec2OptimalTypes } from './ec2-optimal-types.js';
import { ec2Rightsizing } from './ec2-rightsizing.js';
import { ecsRightsizing } from './ecs-rightsizing.js';
import { inExtendedSupport, nearingExtendedSupport } from './extended-support.js';
import { gcpRightsizing } from './gcp-rightsizing.js';
import {
  ec2GenerationalUpgrade,
  openSearchGenerationalUpgrade,
  rdsGenerationalUpgrade,
} from './generational-upgrades.js';
import { gp2ToGp3 } from './gp2-to-gp3.js';
import { idleResources } from './idle-resources.js';
import { cloudFrontEgress, s3Egress } from './internet-egress.js';
import { kubernetesRightsizing } from './kubernetes-rightsizing.js';
import { lambdaRightsizing } from './lambda-rightsizing.js';
import { logRetention } from './log-retention.js';
import { oldSnapshots } from './old-snapshots.js';
import { purchaseRules } from './purchases.js';
import { rdsRightsizing } from './rds-rightsizing.js';
import { s3GlacierInstantRetrieval, s3IntelligentTiering } from './s3-storage-classes.js';
import { unattachedAddresses } from './unattached-addresses.js';
import { unattachedAzureDisks } from './unattached-azure-disks.js';
import { unattachedVolumes } from './unattached-volumes.js';
import { unqueriedDatadogMetrics } from './unqueried-datadog-metrics.js';
import { unusedCommitments } from './unused-commitments.js';
import { strandedWorkspaces, unusedWorkspaces } from './workspaces.js';

const waste: readonly Rule[] = [
  unattachedVolumes,
  unattachedAzureDisks,
  unattachedAddresses,
  oldSnapshots,
  idleResources,
  unusedCommitments,
  unusedWorkspaces,
  strandedWorkspaces,
  logRetention,
  gp2ToGp3,
  s3IntelligentTiering,
  s3GlacierInstantRetrieval,
  s3Egress,
  cloudFrontEgress,
  unqueriedDatadogMetrics,
];

const sizing: readonly Rule[] = [
  ec2Rightsizing,
  ec2OptimalTypes,
  rdsRightsizing,
  ebsRightsizing,
  ecsRightsizing,
  lambdaRightsizing,
  azureVmRightsizing,
  gcpRightsizing,
  kubernetesRightsizing,
];

const generations: readonly Rule[] = [
  ec2GenerationalUpgrade,
  rdsGenerationalUpgrade,
  openSearchGenerationalUpgrade,
];

/** One for each type of recommendation. */
export const rules: readonly Rule[] = [
  ...waste,
  ...sizing,
  ...generations,
  ...inExtendedSupport,
  ...nearingExtendedSupport,
  ...purchaseRules,
];

/** Slugs of the types of recommendations. */
export const recommendationTypes: ReadonlySet<string> = new Set(rules.map(({ type }) => type));
