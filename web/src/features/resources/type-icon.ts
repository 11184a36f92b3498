import type { IconName } from '../../parts/icons.js';

/** What kinds of things types of resources are, the first match counts. */
const kinds: readonly (readonly [RegExp, IconName])[] = [
  [/reserved|savings_plan|commitment/, 'lock'],
  [/cache|redis|elasticsearch|opensearch/, 'data'],
  [/_db_|sql|database|dynamo|cosmos|spanner|alloydb|redshift|docdb|big_?query|bigtable/, 'data'],
  [/synapse|firestore|clickhouse|snowflake|mongo|athena|glue|databricks|warehouse/, 'data'],
  [/sage_?maker|vertex|model|anthropic|bedrock|cognitive|machine_learning|_ai(_|$)/, 'model'],
  [/function|lambda|cloud_run|app_service|app_engine|logic_app|codebuild|pipeline|batch/, 'code'],
  [/kubernetes|eks|container|ecs|ecr|fargate/, 'cluster'],
  [/log|trail|insights|metric|monitor|config_rule/, 'log'],
  [/bucket|storage|volume|disk|snapshot|file_system|vault|backup|image|glacier/, 'disk'],
  [/gateway|_lb$|balanc|vpc|subnet|network|eip|_ip|dns|route|cloudfront|cdn|firewall/, 'network'],
  [/circuit|endpoint|accelerator|transfer|prefix_list/, 'network'],
  [/key|secret|waf|kms|entra|security/, 'key'],
  [/instance|virtual_machine|workspace|server|rack|scaling_group|outpost/, 'machine'],
];

/** The icon of a type of resources, or of a category of recommendations. */
export const typeIcon = (type: string): IconName =>
  kinds.find(([pattern]) => pattern.test(type))?.[1] ?? 'resource';
