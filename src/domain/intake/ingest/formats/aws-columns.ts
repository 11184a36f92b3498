import { type Sql, sql } from '../../../../platform/store/sql.js';
import type { Notice } from '../format.js';
import type { SourceColumns } from '../source-columns.js';
import { firstPresent, isMissing, typedNull } from '../sql/expressions.js';
import { noPairs } from '../sql/tags.js';

/**
 * A field of an AWS report in any of its layouts: `product/ProductName` in CSV,
 * `product_product_name` in Parquet, the entry `product_name` of the map `product` in CUR 2.0.
 */
export function awsText(source: SourceColumns, field: string): Sql {
  const [category = '', name = ''] = field.split('/');
  const column = source.has(field) ? source.text(field) : undefined;
  const entry = source.entry(snakeCase(category), snakeCase(name));
  return firstPresent(column ?? typedNull.text, entry ?? typedNull.text);
}

/** `productFamily` becomes `product_family`; `ReservationARN` becomes `reservation_a_r_n`. */
export function snakeCase(name: string): string {
  return name
    .replace(/([A-Z])/g, '_$1')
    .replace(/^_/, '')
    .toLowerCase();
}

/** Restores the leading zeros of 12-digit account ids, which spreadsheets and integer columns lose. */
export function accountId(text: Sql): Sql {
  if (isMissing(text)) return text;
  return sql`if(match(ifNull(${text}, ''), '^[0-9]{1,11}$'), leftPad(${text}, 12, '0'), ${text})`;
}

/** Key-value pairs of all tags. Parquet and CUR 2.0 do not preserve the original spelling of keys. */
export function awsTagPairs(source: SourceColumns): Sql {
  const lists = [tagColumns(source), tagEntries(source)].filter((list) => list !== undefined);
  if (lists.length === 0) return noPairs;
  return sql`arrayFilter(p -> p.2 != '', arrayConcat(${sql.join(lists)}))`;
}

function tagColumns(source: SourceColumns): Sql | undefined {
  const pairs = source.header.columns.flatMap((column) => {
    const slashed = /^resourceTags\/(?:user:)?(.+)$/.exec(column.name)?.[1];
    const snake = /^resource_tags[_.](.+)$/.exec(column.name)?.[1];
    const key = slashed ?? (snake === undefined ? undefined : originalKey(snake));
    return key === undefined ? [] : [sql`(${sql.literal(key)}, ${source.verbatim(column)})`];
  });
  return pairs.length === 0 ? undefined : sql`[${sql.join(pairs)}]`;
}

/** The notice that tag keys are not those of a CSV report: an integration that had one now has other keys. */
export function snakeCaseTagKeys(source: SourceColumns): Notice[] {
  const name = source.header.columns.find((column) => /^resource_tags([_.]|$)/.test(column.name));
  return name === undefined ? [] : [{ code: 'tag_keys_in_snake_case', example: name.name }];
}

/** The map `resource_tags`, or its JSON text in CSV. */
function tagEntries(source: SourceColumns): Sql | undefined {
  const pairs = source.pairsOrJson('resource_tags');
  if (pairs === undefined) return undefined;
  const names = sql.array(Object.keys(awsTagKeys));
  const originals = sql.array(Object.values(awsTagKeys));
  const otherKeys = sql`if(startsWith(p.1, 'aws_'),
    concat('aws:', substring(p.1, 5)),
    replaceRegexpOne(p.1, '^user_', ''))`;
  return sql`arrayMap(p -> (transform(p.1, ${names}, ${originals}, ${otherKeys}), p.2), ${pairs})`;
}

const awsTagKeys: Readonly<Record<string, string>> = {
  aws_created_by: 'aws:createdBy',
  aws_autoscaling_group_name: 'aws:autoscaling:groupName',
  aws_cloudformation_stack_name: 'aws:cloudformation:stack-name',
  aws_ecs_cluster_name: 'aws:ecs:clusterName',
  aws_ecs_service_name: 'aws:ecs:serviceName',
  aws_eks_cluster_name: 'aws:eks:cluster-name',
  aws_ec2spot_fleet_request_id: 'aws:ec2spot:fleet-request-id',
};

function originalKey(snake: string): string {
  if (snake.startsWith('aws_')) return awsTagKeys[snake] ?? `aws:${snake.slice(4)}`;
  return snake.replace(/^user_/, '');
}
