import { resourceTypeNames } from './resource-types.js';

/** What types of known providers begin with, which the words of a service do not need. */
const prefix = /^(?:azurerm|google|aws|azure_csp|azure|gcp|custom_provider)_/;

/** Words that are not written as others, also where a service code has split them. */
const spellings =
  `ACL AI API AWS CDN CPU DB DNS EBS EC2 ECR ECS EFS EKS ELB GPU IAM ID IP KMS LLM MQ MSK NAT RDS
  S3 SES SMS SNS SQL SQS SSD TV VM VPC VPN WAF BigQuery CloudFront CloudTrail CloudWatch DevOps DynamoDB
  ElastiCache GitHub OpenAI OpenSearch PostgreSQL SageMaker`
    .split(/\s+/)
    .map(
      (word) =>
        [new RegExp(`\\b${word.replace(/([a-z])([A-Z])/g, '$1 ?$2')}\\b`, 'gi'), word] as const,
    );

/**
 * A resource type in words: `aws_instance` is “EC2 instance”. The type of a service that bills no known kind of
 * resource is the name of the service: `azure_microsoft_entra_id` is “Microsoft Entra ID”.
 */
export function typeName(type: string): string {
  const known = resourceTypeNames[type];
  if (known !== undefined) return known;
  const words = type.replace(prefix, '').split(/[^\p{L}\p{N}]+/u);
  const plain = words.map(capitalized).join(' ').trim();
  return spellings.reduce((text, [pattern, word]) => text.replace(pattern, word), plain);
}

const capitalized = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);
