import { expect, test } from 'vitest';
import { rules } from './index.js';

/** Type, category and service of every rule that is not a purchase. */
const published = `
aws:ebs:unattached-volume ebs_unattached_volume Amazon EBS
azure:disks:unattached az_disks_unattached Azure Disks
aws:elastic-ip:unattached ip_unattached AWS IP
aws:ec2:snapshot-cleanup ec2_snapshot_recommender Amazon EC2
idle-resource idle_compute_optimizer_recommender AWS
aws:ec2:unused-reserved-instances unused_financial_commitments Amazon EC2
aws:workspaces:unused workspace_unused Amazon WorkSpaces
aws:workspaces:stranded workspace_stranded Amazon WorkSpaces
aws:cloudwatch:log-retention cw_log_retention_policy Amazon CloudWatch
aws:ebs:gp2-to-gp3 ebs_gp2_to_gp3 Amazon EBS
aws:s3:intelligent-tiering s3_bucket_intelligent_tiering Amazon S3
aws:s3:glacier-instant-retrieval s3_bucket_glacier_instant_retrieval Amazon S3
aws:s3:egress-cloudflare s3_cloudflare Amazon S3
aws:cloudfront:excessive-egress cloudfront_cloudflare Amazon CloudFront
datadog:metrics:unqueried datadog_metrics_unqueried Datadog
aws:ec2:rightsizing ec2_rightsizing_recommender Amazon EC2
aws:ec2:co-rightsizing ec2_compute_optimizer_recommender Amazon EC2
aws:rds:rightsizing rds_compute_optimizer_recommender Amazon RDS
aws:ebs:rightsizing ebs_compute_optimizer_recommender Amazon EBS
aws:ecs:rightsizing ecs_compute_optimizer_recommender Amazon ECS
aws:lambda:rightsizing lambda_compute_optimizer_recommender AWS Lambda
azure:vm:rightsizing azure_rightsizing_recommender Azure Virtual Machines
gcp:compute:rightsizing gcp_compute_rightsizing_recommender Google Compute Engine
kubernetes:workload:rightsizing kubernetes_recommender Kubernetes
aws:ec2:generational-upgrade ec2_generational_upgrades Amazon EC2
aws:rds:generational-upgrade rds_generational_upgrades Amazon RDS
aws:opensearch:generational-upgrade es_generational_upgrades Amazon OpenSearch Service
aws:eks:in-extended-support eks_in_extended_support_window Amazon EKS
aws:eks:nearing-extended-support eks_approaching_extended_support_window Amazon EKS
aws:rds:in-extended-support rds_in_extended_support_window Amazon RDS
aws:rds:nearing-extended-support rds_approaching_extended_support_window Amazon RDS
aws:opensearch:in-extended-support opensearch_in_extended_support_window Amazon OpenSearch Service
aws:opensearch:nearing-extended-support opensearch_approaching_extended_support_window Amazon OpenSearch Service
aws:elasticache:in-extended-support elasticache_in_extended_support_window Amazon ElastiCache
aws:elasticache:nearing-extended-support elasticache_approaching_extended_support_window Amazon ElastiCache
`;

test('every published type has a rule with its category and service', () => {
  const found = rules
    .filter(({ purchase }) => !purchase)
    .map(({ type, category, service }) => `${type} ${category} ${service}`);
  expect(found.toSorted()).toEqual(published.trim().split('\n').toSorted());
});

test('every rule says what it needs and what to do', () => {
  for (const { type, needs, description, resourceTypes, purchase } of rules) {
    expect(needs.length, type).toBeGreaterThan(0);
    expect(description, type).toMatch(/^[A-Z].*\.$/);
    // Purchases are about the usage of an account, whatever it runs on.
    if (!purchase) expect(resourceTypes.length, type).toBeGreaterThan(0);
  }
});
