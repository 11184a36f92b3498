import { expect, test } from 'vitest';
import { resourceTypes } from './resource-types.js';
import { typeName } from './type-name.js';

test('a known type has the name that people say', () => {
  expect(typeName('aws_instance')).toBe('EC2 instance');
  expect(typeName('google_cloud_run_service')).toBe('Cloud Run service');
  expect(typeName('kubernetes_workload')).toBe('Kubernetes workload');
});

test.each([
  ['azure_microsoft_entra_id', 'Microsoft Entra ID'],
  ['gcp_vertex_ai', 'Vertex AI'],
  ['aws_amazon_sage_maker', 'Amazon SageMaker'],
  ['aws_amazon_dynamo_db', 'Amazon DynamoDB'],
  ['aws_aws_lambda', 'AWS Lambda'],
  ['custom_provider_rack_space', 'Rack Space'],
  ['datadog_infra_hosts', 'Datadog Infra Hosts'],
  ['oracle_block_storage', 'Oracle Block Storage'],
  ['AWS::Kinesis::Stream', 'AWS Kinesis Stream'],
  ['something-else', 'Something Else'],
])('the type %s of a service reads as words', (type, name) => {
  expect(typeName(type)).toBe(name);
});

test('no type reads as a slug, and no two read the same', () => {
  const names = resourceTypes.map(typeName);
  expect(names.filter((name) => /[_:/]/.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});
